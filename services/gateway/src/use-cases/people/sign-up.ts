import { AppError } from '@output-review/errors';
import { asIs } from '@output-review/runtime';

import {
  type AccountWanted,
  makeUser,
  type NewAccountDeps,
  originOf,
  startSession,
  type Whence,
} from './new-account.ts';
import type { NewUser, PeopleStore } from './people-store.ts';

interface Deps extends NewAccountDeps {
  readonly store: Pick<PeopleStore, 'change'>;
}

export interface SignUpWanted extends AccountWanted {
  /** Null names it for its user. */
  readonly workspaceName: string | null;
}

/** What a sign-up has come to. Who must prove an address first is not told whether it had an account. */
export type SignedUp =
  | { readonly kind: 'signed-in'; readonly session: string; readonly user: NewUser }
  | { readonly kind: 'to-be-verified' };

export const makeSignUp =
  (deps: Deps) =>
  /**
   * Makes a user, a workspace and its first admin: all of them, or none.
   *
   * @throws AppError CONFLICT where there is such an account and no mail could say so.
   */
  async ({ workspaceName, ...wanted }: SignUpWanted, whence: Whence): Promise<SignedUp> => {
    const user = await makeUser(deps, wanted);
    const workspace = {
      ...{ id: deps.newId(), name: workspaceName ?? `Workspace of ${user.name}` },
      createdAt: user.createdAt,
    };
    const member = { workspaceId: workspace.id, userId: user.id, role: 'admin' } as const;
    const origin = originOf({ ...member, email: user.email }, whence);
    const made = await deps.store.change(origin, async (tx) => {
      if (!(await tx.insertUser(user))) return null;
      await tx.insertWorkspace(workspace);
      await tx.addMember({ ...member, joinedAt: user.createdAt });
      await tx.audit({
        ...{ workspaceId: workspace.id, action: 'workspace.created' },
        target: { kind: 'workspace', id: workspace.id },
        after: { name: workspace.name, admin: asIs(user.id) },
      });
      return { session: await startSession(tx, { user, whence, deps }) };
    });
    if (made?.session) return { kind: 'signed-in', session: made.session, user };
    if (!deps.mails) {
      throw new AppError('CONFLICT', 'There is an account with this e-mail address.');
    }
    if (made) deps.mails.verifyAddress(user);
    else deps.mails.tellOfAccount(user.email);
    return { kind: 'to-be-verified' };
  };
