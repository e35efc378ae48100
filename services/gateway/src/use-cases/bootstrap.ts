import { StartFault } from '@output-review/runtime';

/** The first admin, workspace and token of an installation. */
export interface FirstAccess {
  readonly email: string;
  readonly password: string;
  readonly workspaceName: string;
  readonly token: string;
}

interface Deps {
  readonly hasUser: () => Promise<boolean>;
  readonly hashPassword: (password: string) => Promise<string>;
  /**
   * Writes everything in one transaction, where there is no user yet.
   *
   * @returns whether it did.
   */
  readonly write: (access: FirstAccess & { readonly passwordHash: string }) => Promise<boolean>;
}

/**
 * Makes the first admin, workspace and token, once. Killed at any instant and called again, it has
 * made all of them or none.
 *
 * @returns whether they were made now.
 * @throws StartFault where there is no user and nobody said who is to be the first.
 */
export const makeBootstrap =
  ({ hasUser, hashPassword, write }: Deps) =>
  async (access: FirstAccess | null): Promise<boolean> => {
    // Hashing is slow, and nearly every start is not the first.
    if (await hasUser()) return false;
    if (access) return write({ ...access, passwordHash: await hashPassword(access.password) });
    throw new StartFault(
      'There is no user yet, so nobody could sign in. For the first start set BOOTSTRAP_EMAIL, ' +
        'BOOTSTRAP_PASSWORD, BOOTSTRAP_TOKEN and BOOTSTRAP_WORKSPACE.',
    );
  };
