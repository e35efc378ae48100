import { randomBytes } from 'node:crypto';

import { expect, test } from '@jest/globals';

import { deriveSecret } from './secrets.ts';

const key = randomBytes(32).toString('base64');

test('derives the same secret only for the same key and purpose', () => {
  const secret = deriveSecret(key, 'cookies');

  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(deriveSecret(key, 'cookies')).toBe(secret);
  expect(deriveSecret(key, 'tokens')).not.toBe(secret);
  expect(deriveSecret(randomBytes(32).toString('base64'), 'cookies')).not.toBe(secret);
});

test('is HKDF with SHA-256, so that other programs can derive it', () => {
  const zeros = Buffer.alloc(32).toString('base64');

  // Computed in Python: HMAC of `cookies` and 1, keyed by the HMAC of 32 zeros, keyed by 32 zeros.
  expect(deriveSecret(zeros, 'cookies')).toBe('ykVZqh-SmWsisnv6ZqOWHwFAAIsdhYto1d3jMogAhSo');
});
