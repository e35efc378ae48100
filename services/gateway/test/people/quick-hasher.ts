import { createHash, randomBytes } from 'node:crypto';

import type { GatewayOptions } from '../../src/service.ts';

const digest = (salt: string, password: string): string =>
  `${salt}:${createHash('sha256').update(salt).update(password).digest('hex')}`;

/** Passwords of tests: scrypt would take 100 ms of a core for each. `bootstrap.test.ts` looks at that one. */
export const quickHasher: NonNullable<GatewayOptions['passwordHasher']> = {
  hash: (password) => Promise.resolve(digest(randomBytes(8).toString('hex'), password)),
  verify: ({ hash, password }) =>
    Promise.resolve(hash === digest(hash.split(':')[0] ?? '', password)),
};
