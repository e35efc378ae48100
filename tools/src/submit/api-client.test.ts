import { expect, test } from '@jest/globals';

import { openListener } from '../../test/submit-listener.ts';
import { makeApiClient } from './api-client.ts';

test.each([
  ['', '/api/logs?pending=true'],
  ['/', '/api/logs?pending=true'],
  ['/base', '/base/api/logs?pending=true'],
  ['/base/', '/base/api/logs?pending=true'],
  ['//other.example', '//other.example/api/logs?pending=true'],
])('of a URL that ends in “%s” the host and the path are kept', async (end, path) => {
  const listener = await openListener();
  const { signal } = new AbortController();
  const client = makeApiClient({ url: listener.url + end, token: 'wh-test', signal });

  await client.call({ method: 'GET', path: '/api/logs?pending=true' });

  expect(listener.paths()).toEqual([path]);
  await client.close();
  await listener.close();
});
