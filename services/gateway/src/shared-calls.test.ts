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
  /** Completes the call in flight, or the next one. */
  const answer = async (): Promise<void> => {
    while (answers.length === 0) await new Promise((resolve) => setImmediate(resolve));
    answers.shift()?.();
  };
  return { calls, shared, answer };
}

describe('SharedCalls', () => {
  test('items added in one tick share a call and get their own answers', async () => {
    const { calls, shared, answer } = makeCalls();
    const asked = Promise.all([1, 2, 3].map((item) => shared.add(item)));
    await answer();

    expect(await asked).toEqual([10, 20, 30]);
    expect(calls).toEqual([[1, 2, 3]]);
  });

  test('items added while a call is in flight wait for the next call', async () => {
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

  test('a call takes at most itemsMax items, in the order they were added', async () => {
    const { calls, shared, answer } = makeCalls(2);
    const asked = Promise.all([1, 2, 3].map((item) => shared.add(item)));
    await answer();
    await answer();

    expect(await asked).toEqual([10, 20, 30]);
    expect(calls).toEqual([[1, 2], [3]]);
  });

  test('a failed call rejects only the items that shared it', async () => {
    const { shared, answer } = makeCalls();
    const asked = Promise.allSettled([shared.add(0), shared.add(1)]);
    await answer();
    expect((await asked).map(({ status }) => status)).toEqual(['rejected', 'rejected']);

    const later = shared.add(1);
    await answer();

    expect(await later).toBe(10);
  });
});
