/** The first admin, workspace and token of an installation. */
export interface FirstAccess {
  readonly email: string;
  readonly password: string;
  readonly workspaceName: string;
  readonly token: string;
}

interface Deps {
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
 */
export const makeBootstrap =
  ({ hashPassword, write }: Deps) =>
  async (access: FirstAccess): Promise<boolean> =>
    write({ ...access, passwordHash: await hashPassword(access.password) });
