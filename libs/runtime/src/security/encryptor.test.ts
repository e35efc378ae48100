import { randomBytes } from 'node:crypto';

import { expect, test } from '@jest/globals';

import { makeEncryptor } from './encryptor.ts';

const newKey = () => randomBytes(32).toString('base64');

test.each(['https://example.com/hook?k=1', '', 'Grüße 👋'])('decrypts %j unchanged', (text) => {
  const encryptor = makeEncryptor(newKey());

  expect(encryptor.open(encryptor.seal(text))).toBe(text);
});

test('encrypts the same text differently each time and hides it', () => {
  const encryptor = makeEncryptor(newKey());

  const [first, second] = [encryptor.seal('a secret text'), encryptor.seal('a secret text')];

  expect(first).not.toBe(second);
  expect(Buffer.from(first.split('.')[2]!, 'base64url').toString('latin1')).not.toContain('secret');
});

test('decrypts with a former key, but no longer encrypts with it', () => {
  const former = newKey();
  const sealed = makeEncryptor(former).seal('text');
  const current = newKey();

  const encryptor = makeEncryptor(current, [former]);

  expect(encryptor.open(sealed)).toBe('text');
  expect(makeEncryptor(current).open(encryptor.seal('new'))).toBe('new');
});

test('decrypts only in the place that the text was encrypted for', () => {
  const encryptor = makeEncryptor(newKey());
  const sealed = encryptor.seal('text', 'judge key w1 openai');

  expect(encryptor.open(sealed, 'judge key w1 openai')).toBe('text');
  for (const place of [undefined, '', 'judge key w2 openai', 'judge key w1 google']) {
    expect(() => encryptor.open(sealed, place)).toThrow();
  }
});

test('distinguishes the current key from a former one', () => {
  const former = makeEncryptor(newKey());
  const encryptor = makeEncryptor(newKey());

  expect(encryptor.seal('text').startsWith(encryptor.prefix)).toBe(true);
  expect(former.seal('text').startsWith(encryptor.prefix)).toBe(false);
});

test('rejects text that was modified, truncated or encrypted with an unknown key', () => {
  const encryptor = makeEncryptor(newKey());
  const sealed = encryptor.seal('text');
  const [version, keyId, body] = sealed.split('.') as [string, string, string];
  const bytes = Buffer.from(body, 'base64url');
  bytes[bytes.length - 1]! ^= 1;

  for (const broken of [
    [version, keyId, bytes.toString('base64url')].join('.'),
    [version, keyId, body.slice(0, 20)].join('.'),
    [version, 'deadbeef', body].join('.'),
    ['v2', keyId, body].join('.'),
    makeEncryptor(newKey()).seal('text'),
    '',
  ]) {
    expect(() => encryptor.open(broken)).toThrow();
  }
});

test('rejects a key of another length', () => {
  expect(() => makeEncryptor(randomBytes(16).toString('base64'))).toThrow('32 bytes');
});
