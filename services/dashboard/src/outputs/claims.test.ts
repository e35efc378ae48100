import { expect, test } from '@jest/globals';
import { type InfiniteData, QueryClient, type QueryKey } from '@tanstack/react-query';

import { showClaim, UNCLAIMED } from './claims.ts';
import { type Found, type Output, outputQuery } from './queries.ts';

const QUEUE = ['outputs', 'list', 'queue', {}] as const;
const ONE = outputQuery('a').queryKey;
const ADA = { claimedBy: 'ada@example.com', claimedUntil: null };
const BEN = { claimedBy: 'ben@example.com', claimedUntil: null };

const output = { id: 'a', ...UNCLAIMED } as Output;
const queue = {
  pages: [{ executions: [output] }],
  pageParams: [''],
} as unknown as InfiniteData<Found>;

/** Loads the output and the queue; the test decides when each responds. */
function loading() {
  const queryClient = new QueryClient();
  const load = (queryKey: QueryKey, data: unknown) => {
    let answer = (_: unknown): void => {};
    const queryFn = () => new Promise<unknown>((resolve) => (answer = resolve));
    const loaded = queryClient.query({ queryKey, queryFn });
    return async (): Promise<void> => {
      answer(data);
      await loaded;
    };
  };
  const answers = [load(ONE, output), load(QUEUE, queue)];
  return { queryClient, answer: () => Promise.all(answers.map((each) => each())) };
}

function holders(queryClient: QueryClient): unknown[] {
  const list = queryClient.getQueryData<InfiniteData<Found>>(QUEUE);
  const [row] = list?.pages[0]?.executions ?? [];
  return [queryClient.getQueryData(ONE)?.claimedBy, row?.claimedBy];
}

test('a response in flight does not overwrite a newer claim', async () => {
  const { queryClient, answer } = loading();
  queryClient.setQueryData(ONE, output);
  queryClient.setQueryData(QUEUE, queue);
  showClaim(queryClient, 'a', ADA);
  expect(holders(queryClient)).toEqual([ADA.claimedBy, ADA.claimedBy]);
  showClaim(queryClient, 'a', BEN);
  await answer();

  expect(holders(queryClient)).toEqual([BEN.claimedBy, BEN.claimedBy]);
  queryClient.clear();
});

test('a claim that arrives during the first load is shown with the loaded data', async () => {
  const { queryClient, answer } = loading();
  showClaim(queryClient, 'a', ADA);
  await answer();

  expect(holders(queryClient)).toEqual([ADA.claimedBy, ADA.claimedBy]);
  queryClient.clear();
});
