import { expect, test } from '@jest/globals';

import { passedAnswerHeaders, passedRequestHeaders } from './headers.pure.ts';

test('does not forward credentials, internal headers and connection headers', () => {
  const passed = passedRequestHeaders({
    accept: 'application/json',
    authorization: 'Bearer wh-secret',
    connection: 'upgrade',
    cookie: 'output-review.session_token=secret',
    'x-output-review-assertion': 'forged',
    'x-output-review-as-is': '1',
    'x-forwarded-for': '10.0.0.1',
    'if-none-match': '"7"',
  });

  expect(passed).toEqual({ accept: 'application/json', 'if-none-match': '"7"' });
});

test('removes internal and CORS headers from an answer', () => {
  const passed = passedAnswerHeaders({
    'content-type': 'application/json',
    ETag: '"7"',
    'keep-alive': 'timeout=65',
    'X-Output-Review-Deleted': '["a"]',
    'access-control-allow-origin': '*',
    'set-cookie': ['a=b'],
    'x-ignored-fields': 'a',
  });

  expect(passed).toEqual({
    'content-type': 'application/json',
    ETag: '"7"',
    'x-ignored-fields': 'a',
  });
});
