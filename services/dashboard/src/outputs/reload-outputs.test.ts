import { expect, test } from '@jest/globals';
import { QueryClient, QueryObserver } from '@tanstack/react-query';

import { ApiFailure } from '../api/client.ts';
import { afterReload, reloadOutputs } from './reload-outputs.ts';

/** Lists that finish loading when the test says so. */
function lists() {
  const ends: (() => void)[] = [];
  const invalidateQueries = () => new Promise<void>((resolve) => void ends.push(resolve));
  return { ends, queryClient: { invalidateQueries } };
}

test('runs one reload at a time, and calls meanwhile share the next one', async () => {
  const { ends, queryClient } = lists();
  const first = reloadOutputs(queryClient);
  const others = [reloadOutputs(queryClient), reloadOutputs(queryClient)];
  expect(ends).toHaveLength(1);

  ends[0]?.();
  await first;
  expect(ends).toHaveLength(2);
  ends[1]?.();
  await Promise.all(others);

  const last = reloadOutputs(queryClient);
  expect(ends).toHaveLength(3);
  ends[2]?.();
  await last;
});

test('a reload without a response times out', async () => {
  const { ends, queryClient } = lists();
  const silent = reloadOutputs(queryClient, 1);
  const next = reloadOutputs(queryClient);
  await silent;

  expect(ends).toHaveLength(2);
  ends[1]?.();
  await next;
});

/** Observes queries with these responses or errors. */
async function lookedAt(answers: readonly unknown[]) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const stops = answers.map((answer, n) => {
    const queryFn = () => (answer instanceof Error ? Promise.reject(answer) : answer);
    const options = { queryKey: ['outputs', n], queryFn };
    return new QueryObserver(queryClient, options).subscribe(() => {});
  });
  queryClient.setQueryData(['outputs', 'not looked at'], {});
  await reloadOutputs(queryClient);
  const end = (): void => {
    for (const stop of stops) stop();
    queryClient.clear();
  };
  return { queryClient, end };
}

test('the pause after a reload grows with its number of requests, per page', async () => {
  const { queryClient, end } = await lookedAt([{ id: 'a' }, { pages: [{}, {}, {}] }]);

  expect(afterReload(queryClient)).toEqual({ pauseMs: 4 * 200, isRefused: false });
  end();
});

test('after a 429, the pause is as long as the service says', async () => {
  const refused = (retryAfterMs: number | null) =>
    new ApiFailure(
      429,
      { error: 'Too many requests.', code: 'RATE_LIMITED', fields: {} },
      { retryAfterMs },
    );
  const told = await lookedAt([refused(37_000), refused(5_000), {}]);
  const untold = await lookedAt([refused(null)]);

  expect(afterReload(told.queryClient)).toEqual({ pauseMs: 37_000, isRefused: true });
  expect(afterReload(untold.queryClient)).toEqual({ pauseMs: 10_000, isRefused: true });
  told.end();
  untold.end();
});
