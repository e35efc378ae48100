import { expect, test } from '@jest/globals';
import { eventually } from '@output-review/runtime/testing';

import { openListener } from '../../test/submit-listener.ts';
import { makeApiClient, ServiceGone } from './api-client.ts';

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

test('returns a fault of the service after three attempts', async () => {
  const listener = await openListener();
  const fault = { error: 'Something went wrong on our side.', code: 'INTERNAL' };
  listener.answerAlways('POST', { status: 500, body: fault });
  const { client, waits } = impatientClient(listener.url);

  const answer = await client.call({ method: 'POST', path: '/api/logs', json: {} });

  expect(answer).toMatchObject({ status: 500, body: fault });
  expect(listener.posted()).toHaveLength(3);
  expect(waits).toEqual([1_000, 2_000]);
  await client.close();
  await listener.close();
});

test('does not count errors during a restart as faults', async () => {
  const listener = await openListener();
  const away = { status: 502, body: '<h1>Bad gateway</h1>' };
  const fault = { status: 500, body: { error: 'Something went wrong.', code: 'INTERNAL' } };
  for (const answer of [away, away, fault]) listener.answerOnce('POST', answer);
  const { client } = impatientClient(listener.url);

  const answer = await client.call({ method: 'POST', path: '/api/logs', json: { id: 'one' } });

  expect(answer.status).toBeLessThan(300);
  expect(listener.posted()).toHaveLength(4);
  await client.close();
  await listener.close();
});

test('sends a call again while an earlier attempt is in flight', async () => {
  const listener = await openListener();
  const inFlight = { error: 'In flight', code: 'IDEMPOTENCY_IN_FLIGHT' };
  listener.answerOnce('POST', { status: 409, body: inFlight });
  const { client } = impatientClient(listener.url);

  const answer = await client.call({ method: 'POST', path: '/api/logs', json: { id: 'one' } });

  expect(answer.status).toBe(202);
  await client.close();
  await listener.close();
});

test('a 429 without Retry-After makes later calls of its kind wait for a minute too', async () => {
  const listener = await openListener();
  listener.answerOnce('POST', { status: 429, body: { error: 'Too many' } });
  const waits: number[] = [];
  let end = () => {};
  const wait = (ms: number) =>
    new Promise<void>((resolve) => {
      waits.push(ms);
      end = resolve;
    });
  const { signal } = new AbortController();
  const client = makeApiClient({ url: listener.url, token: 'wh-test', signal, wait });
  const post = (id: string) => client.call({ method: 'POST', path: '/api/logs', json: { id } });

  const first = post('one');
  await eventually(() => expect(waits).toEqual([60_000]));
  const second = post('two');
  // Calls of another kind have a limit of their own.
  await client.call({ method: 'GET', path: '/api/verify' });
  expect(listener.posted()).toHaveLength(1);
  end();
  await Promise.all([first, second]);

  expect(listener.posted()).toHaveLength(3);
  await client.close();
  await listener.close();
});

test('does not report a service that keeps answering 502 as unreachable', async () => {
  const listener = await openListener();
  listener.answerAlways('VERIFY', { status: 502, body: '<h1>Bad gateway</h1>' });
  const { client } = impatientClient(listener.url);

  const failure = await client
    .call({ method: 'GET', path: '/api/verify' })
    .catch((error: unknown) => error);

  expect(failure).toEqual(new ServiceGone('does not respond as expected: HTTP 502'));
  expect(failure).toBeInstanceOf(ServiceGone);
  await client.close();
  await listener.close();
});

test('reports an unreachable service, and says so once', async () => {
  const listener = await openListener();
  await listener.close();
  const { client } = impatientClient(listener.url);

  const failure = await client
    .call({ method: 'GET', path: '/api/verify' })
    .catch((error: unknown) => error);

  expect(failure).toBeInstanceOf(ServiceGone);
  expect(failure).toMatchObject({
    message: expect.stringMatching(/^cannot be reached: (?!cannot).*ECONNREFUSED/),
  });
  await client.close();
});

function impatientClient(url: string) {
  const waits: number[] = [];
  const { signal } = new AbortController();
  const wait = async (ms: number): Promise<void> => void waits.push(ms);
  return { client: makeApiClient({ url, token: 'wh-test', signal, wait }), waits };
}
