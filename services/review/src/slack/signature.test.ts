import { expect, test } from '@jest/globals';

import { hasSignature, isFresh, isSignedBy, type SignedRequest } from './signature.pure.ts';

// Source: Slack, "Verifying requests from Slack".
const SECRET = '8f742231b10e8888abcd99yyyzzz85a5';
const EXAMPLE: SignedRequest = {
  timestamp: '1531420618',
  text:
    'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V' +
    '&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=' +
    '&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN' +
    '&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c',
  signature: 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
};

test('verifies the example of Slack’s documentation', () => {
  expect(isSignedBy(SECRET, EXAMPLE)).toBe(true);
});

test.each([
  ['a changed byte of the body', { text: EXAMPLE.text.replace('foobar', 'foobas') }],
  ['an additional byte', { text: `${EXAMPLE.text}&` }],
  ['another time', { timestamp: '1531420619' }],
  ['a changed byte of the signature', { signature: EXAMPLE.signature.replace(/3$/, '4') }],
  ['half a signature', { signature: EXAMPLE.signature.slice(0, 35) }],
  ['another version', { signature: EXAMPLE.signature.replace('v0=', 'v1=') }],
  ['no signature', { signature: '' }],
])('refuses the example with %s', (_, change) => {
  expect(isSignedBy(SECRET, { ...EXAMPLE, ...change })).toBe(false);
});

test('refuses a signature by another secret', () => {
  expect(isSignedBy(`${SECRET.slice(0, -1)}6`, EXAMPLE)).toBe(false);
});

test('accepts a request for five minutes, whichever clock is ahead', () => {
  const at = (seconds: number) => new Date((1531420618 + seconds) * 1_000);

  expect([-301, -300, 0, 300, 301].map((seconds) => isFresh(EXAMPLE, at(seconds)))).toEqual([
    ...[false, true, true, true, false],
  ]);
  const odd = ['', 'NaN', '-1531420618', '1531420618.5', '0x5b47', '1531420618 '];
  expect(odd.some((timestamp) => isFresh({ ...EXAMPLE, timestamp }, at(0)))).toBe(false);
});

test('recognizes a well-formed signature', () => {
  const [, digest = ''] = EXAMPLE.signature.split('=');
  const others = ['', digest, `v1=${digest}`, `v0=${digest}0`, `v0=${digest.toUpperCase()}`];

  expect(hasSignature(EXAMPLE)).toBe(true);
  expect(others.some((signature) => hasSignature({ signature }))).toBe(false);
});
