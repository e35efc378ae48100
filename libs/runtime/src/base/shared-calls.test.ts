import { describe, expect, test } from '@jest/globals';

import { SharedCalls } from './shared-calls.ts';

function makeCalls(itemsMax = 100) {
  const calls: (readonly number[])[] = [];
  const answers: (() => void)[] = [];
  const shared = new SharedCalls<number, number>({
    itemsMax,
    call: async (items) => {
      calls.push(items);
      await new Promise<void>((resolve) => answers.push(resolve));
      if (items.includes(0)) throw new Error('one is 0');
      return items.map((item) => item * 10);
    },
  });
  /** Ends the call that is under way, or the one that is about to be. */
  const answer = async (): Promise<void> => {
    while (answers.length === 0) await new Promise((resolve) => setImmediate(resolve));
    answers.shift()?.();
  };
  return { calls, shared, answer };
}

describe('SharedCalls', () => {
  test('what is asked for in one tick shares a call, and each gets its own answer', async () => {
    const { calls, shared, answer } = makeCalls();
    const asked = Promise.all([1, 2, 3].map((item) => shared.add(item)));
    await answer();

    expect(await asked).toEqual([10, 20, 30]);
    expect(calls).toEqual([[1, 2, 3]]);
  });

  test('what comes while a call is under way goes with the next, which begins after it came', async () => {
    const { calls, shared, answer } = makeCalls();
    const first = shared.add(1);
    await new Promise((resolve) => setImmediate(resolve));
    const others = Promise.all([shared.add(2), shared.add(3)]);
    expect(calls).toEqual([[1]]);

    await answer();
    await first;
    await answer();

    expect(await others).toEqual([20, 30]);
    expect(calls).toEqual([[1], [2, 3]]);
  });

  test('a call takes no more than it may, in the order of asking', async () => {
    const { calls, shared, answer } = makeCalls(2);
    const asked = Promise.all([1, 2, 3].map((item) => shared.add(item)));
    await answer();
    await answer();

    expect(await asked).toEqual([10, 20, 30]);
    expect(calls).toEqual([[1, 2], [3]]);
  });

  test('a call that fails fails those who shared it, and nobody after them', async () => {
    const { shared, answer } = makeCalls();
    const asked = Promise.allSettled([shared.add(0), shared.add(1)]);
    await answer();
    expect((await asked).map(({ status }) => status)).toEqual(['rejected', 'rejected']);

    const later = shared.add(1);
    await answer();

    expect(await later).toBe(10);
  });
});
