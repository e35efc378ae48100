import { expect, test } from '@jest/globals';
import { QueryObserver } from '@tanstack/react-query';

import { makeQueryClient } from './client.ts';

test('several invalidations during a first load cause one reload', async () => {
  const queryClient = makeQueryClient();
  const answers: ((value: string) => void)[] = [];
  const query = {
    queryKey: ['tokens'],
    queryFn: () => new Promise<string>((resolve) => void answers.push(resolve)),
  };
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
