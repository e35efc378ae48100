import { createHash, randomBytes } from 'node:crypto';

const digest = (salt: string, password: string): string =>
  `${salt}:${createHash('sha256').update(salt).update(password).digest('hex')}`;

/**
 * Fast password hashing for tests: scrypt would take 100 ms of a core each. The gateway's `bootstrap.test.ts` tests
 * scrypt.
 */
export const quickHasher = {
  hash: async (password: string) => digest(randomBytes(8).toString('hex'), password),
  verify: async ({ hash, password }: { readonly hash: string; readonly password: string }) =>
    hash === digest(hash.split(':')[0] ?? '', password),
};
