import { expect, test } from '@jest/globals';

import { credentialOf } from './callers.pure.ts';

const NAME = 'output-review.session_token';

test.each(['Bearer wh-abc_D-9', 'bearer  wh-abc_D-9 '])(
  'takes the token of %j',
  (authorization) => {
    expect(credentialOf({ authorization }, NAME)).toEqual({ kind: 'token', token: 'wh-abc_D-9' });
  },
);

test.each([
  '',
  'Bearer',
  'Bearer sk-abc',
  'Basic wh-abc',
  'Bearer wh-a b',
  `Bearer wh-${'a'.repeat(300)}`,
])('finds no token in %j and ignores the cookie', (authorization) => {
  const cookie = 'output-review.session_token=signed';

  expect(credentialOf({ authorization, cookie }, NAME)).toEqual({ kind: 'token', token: '' });
});

test('reads every session cookie of the header, and no other cookie', () => {
  const cookie =
    'a=b; output-review.session_token=one; x.session_token=no; __Secure-output-review.session_token=no; output-review.session_token = two';

  expect(credentialOf({ cookie }, NAME)).toEqual({ kind: 'session', cookies: ['one', 'two'] });
});

test('reports no credential', () => {
  expect(credentialOf({ cookie: 'theme=dark' }, NAME)).toEqual({ kind: 'none' });
});
