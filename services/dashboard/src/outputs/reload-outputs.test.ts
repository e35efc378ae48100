import { expect, test } from '@jest/globals';

import { reloadOutputs } from './reload-outputs.ts';

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
