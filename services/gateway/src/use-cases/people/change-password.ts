import { AppError } from '@output-review/errors';

import type { AdminOrigin } from './change-member.ts';
import type { PeopleStore } from './people-store.ts';

interface Deps {
  readonly store: Pick<PeopleStore, 'change'>;
  readonly hashPassword: (password: string) => Promise<string>;
  /** The hash that a user's password is kept by, where it is this one; else null. */
  readonly checkPassword: (userId: string, password: string) => Promise<string | null>;
  readonly newSecret: () => string;
  readonly now: () => Date;
}

export interface PasswordChange {
  readonly currentPassword: string;
  readonly newPassword: string;
  readonly userAgent: string | null;
  /** Whether the browser keeps its cookie when it is closed. */
  readonly isRemembered: boolean;
}

export const makeChangePassword =
  (deps: Deps) =>
  /**
   * Changes a password and ends every session of its user: who knew the former one is out.
   *
   * @returns the token of the session that takes the place of this one.
   * @throws AppError VALIDATION_FAILED.
   */
  async (origin: AdminOrigin, change: PasswordChange): Promise<string> => {
    const { userId, workspaceId } = origin.principal;
    const currentHash = await deps.checkPassword(userId, change.currentPassword);
    if (currentHash === null) throw wrongPassword();
    const passwordHash = await deps.hashPassword(change.newPassword);
    const token = deps.newSecret();
    await deps.store.change(origin, async (tx) => {
      if (!(await tx.setPassword(userId, { passwordHash, currentHash }))) throw wrongPassword();
      await tx.endSessions(userId);
      const { userAgent, isRemembered } = change;
      const createdAt = deps.now();
      await tx.insertSession({
        token,
        userId,
        address: origin.clientAddress,
        userAgent,
        isRemembered,
        createdAt,
      });
      await tx.switchSession(token, workspaceId);
      await tx.audit({
        ...{ workspaceId, action: 'session.password_changed' },
        target: { kind: 'user', id: userId },
      });
    });
    return token;
  };

function wrongPassword(): AppError {
  return new AppError('VALIDATION_FAILED', 'The request is not valid.', {
    fields: { currentPassword: 'Is not your password.' },
  });
}
