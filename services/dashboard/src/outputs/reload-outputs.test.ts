import { expect, test } from '@jest/globals';
import { QueryClient, QueryObserver } from '@tanstack/react-query';

import { ApiFailure } from '../api/client.ts';
import { afterReload, reloadOutputs } from './reload-outputs.ts';

/** Lists whose loading ends when it is told to. */
function lists() {
  const ends: (() => void)[] = [];
  const invalidateQueries = () => new Promise<void>((resolve) => void ends.push(resolve));
  return { ends, queryClient: { invalidateQueries } };
}

test('one reload runs at a time, and whoever asks meanwhile shares the one that follows', async () => {
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

test('a reload that nobody answers is given up', async () => {
  const { ends, queryClient } = lists();
  const silent = reloadOutputs(queryClient, 1);
  const next = reloadOutputs(queryClient);
  await silent;

  expect(ends).toHaveLength(2);
  ends[1]?.();
  await next;
});

/** Has queries looked at whose answers are there, or whose failures. */
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

test('the pause after a reload grows with what it asked, page by page', async () => {
  const { queryClient, end } = await lookedAt([{ id: 'a' }, { pages: [{}, {}, {}] }]);

  expect(afterReload(queryClient)).toEqual({ pauseMs: 4 * 200, isRefused: false });
  end();
});

test('after a refusal the pause is as long as the service says', async () => {
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
