import { randomBytes } from 'node:crypto';

import { expect, test } from '@jest/globals';

import { makeSealer } from './sealer.ts';

const newKey = () => randomBytes(32).toString('base64');

test.each(['https://example.com/hook?k=1', '', 'Grüße 👋'])('%j comes back as it was', (text) => {
  const sealer = makeSealer(newKey());

  expect(sealer.open(sealer.seal(text))).toBe(text);
});

test('the same text is sealed differently each time, and does not show', () => {
  const sealer = makeSealer(newKey());

  const [first, second] = [sealer.seal('a secret text'), sealer.seal('a secret text')];

  expect(first).not.toBe(second);
  expect(Buffer.from(first.split('.')[2]!, 'base64url').toString('latin1')).not.toContain('secret');
});

test('what was sealed with a former key is opened, and no longer sealed with it', () => {
  const former = newKey();
  const sealed = makeSealer(former).seal('text');
  const current = newKey();

  const sealer = makeSealer(current, [former]);

  expect(sealer.open(sealed)).toBe('text');
  expect(makeSealer(current).open(sealer.seal('new'))).toBe('new');
});

test('what was sealed for one place is opened there and nowhere else', () => {
  const sealer = makeSealer(newKey());
  const sealed = sealer.seal('text', 'judge key w1 openai');

  expect(sealer.open(sealed, 'judge key w1 openai')).toBe('text');
  for (const place of [undefined, '', 'judge key w2 openai', 'judge key w1 google']) {
    expect(() => sealer.open(sealed, place)).toThrow();
  }
});

test('it tells what its own key sealed from what a former one did', () => {
  const former = makeSealer(newKey());
  const sealer = makeSealer(newKey());

  expect(sealer.seal('text').startsWith(sealer.prefix)).toBe(true);
  expect(former.seal('text').startsWith(sealer.prefix)).toBe(false);
});

test('what was changed, cut or sealed with an unknown key is refused', () => {
  const sealer = makeSealer(newKey());
  const sealed = sealer.seal('text');
  const [version, keyId, body] = sealed.split('.') as [string, string, string];
  const bytes = Buffer.from(body, 'base64url');
  bytes[bytes.length - 1]! ^= 1;

  for (const broken of [
    [version, keyId, bytes.toString('base64url')].join('.'),
    [version, keyId, body.slice(0, 20)].join('.'),
    [version, 'deadbeef', body].join('.'),
    ['v2', keyId, body].join('.'),
    makeSealer(newKey()).seal('text'),
    '',
  ]) {
    expect(() => sealer.open(broken)).toThrow();
  }
});

test('a key of another length is refused at once', () => {
  expect(() => makeSealer(randomBytes(16).toString('base64'))).toThrow('32 bytes');
});
