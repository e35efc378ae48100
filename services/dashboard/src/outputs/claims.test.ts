import { expect, test } from '@jest/globals';
import { type InfiniteData, QueryClient, type QueryKey } from '@tanstack/react-query';

import { awaitsDecision, holderOf, mayBeApproved, showClaim, UNCLAIMED } from './claims.ts';
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

test.each([
  ['flagged', false, null, true],
  ['error', false, null, true],
  ['pass', true, null, true],
  ['pass', false, null, false],
  ['pending', true, null, false],
  ['flagged', false, 'approved', false],
] as const)('an output %s, sampled: %s, decided: %s awaits a decision: %s', (...row) => {
  const [status, sampled, humanDecision, waits] = row;
  expect(awaitsDecision({ status, sampled, humanDecision } as Output)).toBe(waits);
});

test('one’s own claim is not another person’s', () => {
  expect([ADA, BEN, UNCLAIMED].map((claim) => holderOf(claim, ADA.claimedBy))).toEqual([
    ...[null, BEN.claimedBy, null],
  ]);
});

test('a claim may end by an approval if more of the output changed, or it needs approvals', () => {
  const told = { id: 'a', humanDecision: null, ...UNCLAIMED };
  const client = (one?: object, row?: object) => {
    const queryClient = new QueryClient();
    if (one) queryClient.setQueryData(ONE, { ...output, humanDecision: null, ...one });
    const executions = row ? [{ ...output, humanDecision: null, ...row }] : [];
    queryClient.setQueryData(QUEUE, { ...queue, pages: [{ executions }] });
    return queryClient;
  };
  const approvals = { needed: 2 };
  expect(mayBeApproved(client({}, {}), told)).toBe(false);
  expect(mayBeApproved(client({}), told)).toBe(true);
  expect(mayBeApproved(client({}), { ...told, humanDecision: 'approved' })).toBe(true);
  expect(mayBeApproved(client({ approvals }, {}), told)).toBe(true);
  expect(mayBeApproved(client({}, { approvals }), told)).toBe(true);
});
