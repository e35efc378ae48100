import { type PasswordHasher, SCRYPT } from '@output-review/gateway';
import { quickHasher } from '@output-review/runtime/testing';

const known = new Map<string, Promise<boolean>>();

/**
 * A fast hasher for tests. Only the first admin's password is stored by scrypt, for other processes on the same data
 * folder; its verification is cached.
 */
export const passwordHasher: PasswordHasher = {
  hash: quickHasher.hash,
  async verify(kept) {
    if (await quickHasher.verify(kept)) return true;
    const key = `${kept.hash}:${kept.password}`;
    const verified = known.get(key) ?? SCRYPT.verify(kept);
    known.set(key, verified);
    return verified;
  },
};
