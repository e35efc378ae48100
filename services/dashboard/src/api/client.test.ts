import { expect, test } from '@jest/globals';
import { QueryObserver } from '@tanstack/react-query';

import { makeQueryClient } from './client.ts';

/** A query whose loads the test answers. */
function makeQuery(queryKey: readonly string[]) {
  const answers: ((value: string) => void)[] = [];
  const queryFn = () => new Promise<string>((resolve) => void answers.push(resolve));
  return { queryClient: makeQueryClient(), answers, query: { queryKey, queryFn } };
}

test('several invalidations during a first load cause one reload', async () => {
  const { queryClient, answers, query } = makeQuery(['tokens']);
  const stop = new QueryObserver(queryClient, query).subscribe(() => {});
  expect(answers).toHaveLength(1);

  const isLoaded = Promise.all([
    queryClient.invalidateQueries({ queryKey: ['tokens'] }),
    queryClient.invalidateQueries({ queryKey: ['tokens'] }),
  ]);
  answers[0]?.('before');
  while (answers.length < 2) await new Promise((resolve) => setTimeout(resolve));
  expect(answers).toHaveLength(2);
  expect(queryClient.getQueryData(['tokens'])).toBe('before');
  answers[1]?.('after');
  await isLoaded;

  expect(queryClient.getQueryData(['tokens'])).toBe('after');
  stop();
  queryClient.clear();
});

test('data that was being reloaded in the background at an invalidation is reloaded once it is shown', async () => {
  const { queryClient, answers, query } = makeQuery(['output']);
  queryClient.setQueryData(query.queryKey, 'first');
  const isReloaded = queryClient.query({ ...query, staleTime: 0 });
  expect(answers).toHaveLength(1);

  const isInvalidated = queryClient.invalidateQueries({ queryKey: query.queryKey });
  answers[0]?.('before');
  await isReloaded;
  await isInvalidated;
  const shown = queryClient.query(query);
  answers[1]?.('after');

  expect(await shown).toBe('after');
  queryClient.clear();
});
