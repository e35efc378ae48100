import { describe, expect, test } from '@jest/globals';

import { ByteBudget } from './byte-budget.ts';

const settled = async (promise: Promise<unknown>): Promise<boolean> => {
  const pending = Symbol('pending');
  return (await Promise.race([promise, Promise.resolve(pending)])) !== pending;
};
const ticks = () => new Promise((resolve) => setImmediate(resolve));

describe('ByteBudget', () => {
  test('admits what fits and queues the rest, first come, first served', async () => {
    const budget = new ByteBudget({ bytesMax: 10, waitMsMax: 60_000 });
    const releaseFirst = await budget.take(6);
    const second = budget.take(6);
    // It would fit beside the first, but the second came before it.
    const third = budget.take(2);
    await ticks();

    expect(await settled(second)).toBe(false);
    expect(await settled(third)).toBe(false);

    releaseFirst();
    (await second)();
    (await third)();
    expect(budget.bytesTaken).toBe(0);
  });

  test('counts released bytes once', async () => {
    const budget = new ByteBudget({ bytesMax: 10, waitMsMax: 60_000 });
    await budget.take(4);
    const release = await budget.take(6);

    release();
    release();

    expect(budget.bytesTaken).toBe(4);
  });

  test('admits a request larger than the budget when it is alone', async () => {
    const budget = new ByteBudget({ bytesMax: 10, waitMsMax: 60_000 });

    const release = await budget.take(11);

    expect(budget.bytesTaken).toBe(10);
    release();
    expect(budget.bytesTaken).toBe(0);
  });

  test('stops waiting when its signal aborts, and admits a later request that fits', async () => {
    const budget = new ByteBudget({ bytesMax: 10 });
    const caller = new AbortController();
    await budget.take(6, caller.signal);
    const tooLarge = budget.take(6, caller.signal);
    const behind = budget.take(2);

    caller.abort(new Error('gone'));

    await expect(tooLarge).rejects.toThrow('gone');
    await behind;
    expect(budget.bytesTaken).toBe(8);
    await expect(budget.take(1, caller.signal)).rejects.toThrow('gone');
  });

  test('refuses a request that waited too long, and admits a later one that fits', async () => {
    const budget = new ByteBudget({ bytesMax: 10, waitMsMax: 20 });
    await budget.take(6);
    const tooLarge = budget.take(6);
    const behind = budget.take(2);

    await expect(tooLarge).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await behind;
    expect(budget.bytesTaken).toBe(8);
  });

  test('keeps its reserve for small requests, which do not wait behind large ones', async () => {
    const reserve = { bytes: 4, smallBytesMax: 2 };
    const budget = new ByteBudget({ bytesMax: 10, waitMsMax: 60_000, reserve });
    const releaseFirst = await budget.take(5);
    const large = budget.take(3);
    const [releaseOne, releaseOther] = await Promise.all([budget.take(2), budget.take(2)]);
    const small = budget.take(2);
    await ticks();

    expect(await settled(large)).toBe(false);
    expect(await settled(small)).toBe(false);

    releaseOne();
    await small;
    releaseFirst();
    // Large requests use the rest of their part.
    expect(await settled(large)).toBe(false);
    releaseOther();
    await large;
    expect(budget.bytesTaken).toBe(5);
  });

  test('admits a request larger than the large part when that part is free', async () => {
    const reserve = { bytes: 4, smallBytesMax: 2 };
    const budget = new ByteBudget({ bytesMax: 10, waitMsMax: 60_000, reserve });

    await budget.take(11);
    await budget.take(2);

    expect(budget.bytesTaken).toBe(8);
  });
});
