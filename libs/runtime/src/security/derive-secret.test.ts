import { randomBytes } from 'node:crypto';

import { expect, test } from '@jest/globals';

import { deriveSecret } from './encryptor.ts';

const key = randomBytes(32).toString('base64');

test('the same key and purpose make the same secret, and any other another', () => {
  const secret = deriveSecret(key, 'cookies');

  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(deriveSecret(key, 'cookies')).toBe(secret);
  expect(deriveSecret(key, 'tokens')).not.toBe(secret);
  expect(deriveSecret(randomBytes(32).toString('base64'), 'cookies')).not.toBe(secret);
});

test('it is HKDF with SHA-256, so that it can be made elsewhere', () => {
  const zeros = Buffer.alloc(32).toString('base64');

  // By Python: HMAC of `cookies` and 1, keyed by the HMAC of 32 zeros, keyed by 32 zeros.
  expect(deriveSecret(zeros, 'cookies')).toBe('ykVZqh-SmWsisnv6ZqOWHwFAAIsdhYto1d3jMogAhSo');
});
