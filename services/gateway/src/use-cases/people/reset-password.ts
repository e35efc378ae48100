import { AppError } from '@output-review/errors';

import type { Addressee } from '../../domain/people/link.ts';
import { originOf, type Whence } from './new-account.ts';
import type { JoinedWorkspace, PeopleStore } from './people-store.ts';

interface Deps {
  readonly store: Pick<PeopleStore, 'change'>;
  readonly hashPassword: (password: string) => Promise<string>;
  readonly findAddressee: (token: string) => Promise<Addressee | null>;
  readonly workspacesOf: (userId: string) => Promise<readonly JoinedWorkspace[]>;
}

export interface PasswordReset {
  readonly token: string;
  readonly newPassword: string;
}

export const makeResetPassword =
  (deps: Deps) =>
  /**
   * Replaces a forgotten password by a link, once, and ends all sessions of its user. Who had the link
   * was sent it, so the address is proven too.
   *
   * @throws AppError NOT_FOUND.
   */
  async ({ token, newPassword }: PasswordReset, whence: Whence): Promise<void> => {
    const user = await deps.findAddressee(token);
    if (!user) throw noLink();
    const passwordHash = await deps.hashPassword(newPassword);
    const workspaces = await deps.workspacesOf(user.id);
    const { id: workspaceId = '', role = 'viewer' } = workspaces[0] ?? {};
    const origin = originOf({ workspaceId, userId: user.id, email: user.email, role }, whence);
    await deps.store.change(origin, async (tx) => {
      if (!(await tx.takeResetLink(token, user.id))) throw noLink();
      await tx.setPassword(user.id, { passwordHash });
      await tx.markVerified(user.id);
      await tx.endSessions(user.id);
      // It concerns every workspace that the user can get into.
      for (const { id } of workspaces) {
        await tx.audit({
          ...{ workspaceId: id, action: 'session.password_reset' },
          target: { kind: 'user', id: user.id },
        });
      }
    });
  };

function noLink(): AppError {
  return new AppError('NOT_FOUND', 'This link is not good any more: have a new one sent.');
}
