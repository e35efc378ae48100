import { randomBytes } from 'node:crypto';

import { expect, test } from '@jest/globals';
import { SignJWT, UnsecuredJWT } from 'jose';

import type { Clock } from '../../../runtime/src/base/clock.ts';
import { LINK_LIFETIME_SECONDS } from '../../../runtime/src/http/body-limits.ts';
import { FakeClock } from '../../../runtime/src/testing/fake-clock.ts';
import { type LinkTokens, makeLinkTokens, type ReadGrant, type WriteGrant } from './link-tokens.ts';

const KEY = randomBytes(32).toString('base64');
const OTHER_KEY = randomBytes(32).toString('base64');

const READ: ReadGrant = {
  method: 'GET',
  workspaceId: 'w1',
  key: 'w1/o1/0-a.png',
  contentType: 'image/png',
  sizeBytes: 5,
  disposition: 'inline; filename="a.png"',
  ignoresCredential: false,
};
const WRITE: WriteGrant = {
  method: 'PUT',
  workspaceId: 'w1',
  key: 'w1/uploads/u1-a.png',
  contentType: 'image/png',
  sizeBytes: null,
};

const clock = new FakeClock(new Date('2026-03-01T12:00:00.500Z'));

function tokensOf(
  encryptionKey = KEY,
  previousEncryptionKey: string | null = null,
  at: Clock = clock,
): LinkTokens {
  return makeLinkTokens({ encryptionKey, previousEncryptionKey }, at);
}

test('returns a grant as it was signed', async () => {
  const tokens = tokensOf();

  const read = await tokens.sign(READ);
  const write = await tokens.sign(WRITE);

  expect(read.expiresAt).toEqual(new Date('2026-03-01T12:05:00.000Z'));
  expect(await tokens.verifyRead(read.token, READ.key)).toEqual(READ);
  expect(await tokens.verifyWrite(write.token, WRITE.key)).toEqual(WRITE);
});

const forbidden = { code: 'FORBIDDEN' };

test('a link expires after five minutes', async () => {
  const at = new FakeClock(new Date('2026-03-01T12:00:00.000Z'));
  const tokens = tokensOf(KEY, null, at);
  const { token } = await tokens.sign(READ);

  at.advance(LINK_LIFETIME_SECONDS * 1000 - 1000);
  expect(await tokens.verifyRead(token, READ.key)).toEqual(READ);
  at.advance(1000);
  await expect(tokens.verifyRead(token, READ.key)).rejects.toMatchObject(forbidden);
});

test('a link is valid for one method and one key only', async () => {
  const tokens = tokensOf();
  const { token } = await tokens.sign(READ);

  await expect(tokens.verifyRead(token, 'w1/o1/1-b.png')).rejects.toMatchObject(forbidden);
  await expect(tokens.verifyWrite(token, READ.key)).rejects.toMatchObject(forbidden);
  const write = await tokens.sign(WRITE);
  await expect(tokens.verifyWrite(write.token, 'w1/uploads/u2')).rejects.toMatchObject(forbidden);
  await expect(tokens.verifyRead(write.token, WRITE.key)).rejects.toMatchObject(forbidden);
});

test('rejects a link that was signed with another key', async () => {
  const { token } = await tokensOf(OTHER_KEY).sign(READ);

  await expect(tokensOf().verifyRead(token, READ.key)).rejects.toMatchObject(forbidden);
});

test('accepts links signed with the key before the last rotation', async () => {
  const { token } = await tokensOf(OTHER_KEY).sign(READ);

  expect(await tokensOf(KEY, OTHER_KEY).verifyRead(token, READ.key)).toEqual(READ);
});

test('rejects a link if any part was changed', async () => {
  const tokens = tokensOf();
  const { token } = await tokens.sign(READ);
  const [header = '', payload = '', signature = ''] = token.split('.');
  const changed = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
  const larger = Buffer.from(JSON.stringify({ ...changed, exp: 9_999_999_999 }));

  const forged = [
    `${header}.${larger.toString('base64url')}.${signature}`,
    `${header}.${payload}.${signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}`,
    // Decodes to the same signature: base64 leaves two bits unused.
    token.slice(0, -1) + String.fromCharCode(token.charCodeAt(token.length - 1) + 1),
    `${header}.${payload}.`,
    new UnsecuredJWT({ grant: READ })
      .setIssuer('output-review/media')
      .setExpirationTime('1h')
      .encode(),
    // Links are signed with a derived key, not with the key itself.
    await new SignJWT({ grant: READ })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer('output-review/media')
      .setExpirationTime(new Date('2026-03-01T12:05:00Z'))
      .sign(Buffer.from(KEY, 'base64')),
    'no.token',
    '',
  ];

  for (const each of forged) {
    await expect(tokens.verifyRead(each, READ.key)).rejects.toMatchObject(forbidden);
  }
});
