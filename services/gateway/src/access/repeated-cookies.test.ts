import { expect, test } from '@jest/globals';

import { SessionCookie } from './cookies.ts';
import { tokensIn } from './sessions.ts';

const cookie = new SessionCookie({ prefix: 'test', secret: 'secret', isSecure: false });

/** The cookie value for a token. */
function valueOf(token: string): string {
  const header = cookie.write(token, { isRemembered: false });
  return header.slice(header.indexOf('=') + 1, header.indexOf(';'));
}

test('looks up each token once, regardless of the cookie encoding', () => {
  const value = valueOf('one');
  const plain = decodeURIComponent(value);

  expect(tokensIn(cookie, [value, value, plain, valueOf('two'), value])).toEqual(['one', 'two']);
});

test('looks up at most three tokens, and none that we did not sign', () => {
  const values = ['planted', 'planted.too', ...['1', '2', '3', '4', '5'].map(valueOf)];

  expect(tokensIn(cookie, values)).toEqual(['1', '2', '3']);
});
