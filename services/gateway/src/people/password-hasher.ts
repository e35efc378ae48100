import { hashPassword, verifyPassword } from '@better-auth/utils/password';

/** How passwords are kept. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  verify(kept: { readonly hash: string; readonly password: string }): Promise<boolean>;
}

/** As better-auth kept them. */
export const SCRYPT: PasswordHasher = {
  hash: hashPassword,
  verify: ({ hash, password }) => verifyPassword(hash, password),
};
