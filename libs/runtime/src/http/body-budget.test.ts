import { describe, expect, jest, test } from '@jest/globals';

import { BodyBudget } from './body-budget.ts';
import type { BodyBudgetOptions, BodyPlace } from './body-place.ts';

const ticks = () => new Promise((resolve) => setImmediate(resolve));
const isWaiting = async (turn: Promise<void> | null): Promise<boolean> => {
  const pending = Symbol('pending');
  await ticks();
  return (await Promise.race([turn, Promise.resolve(pending)])) === pending;
};

// By default no sender counts as slow.
const PATIENT = { bytesPerSecondMin: 1, graceMs: 60_000 };
// Every sender that has not finished counts as slow.
const IMPATIENT = { bytesPerSecondMin: 1e12, graceMs: 0 };

/** 1,000,000 bytes, all available to one client. */
const budgetOf = (of: Partial<BodyBudgetOptions> = {}) =>
  new BodyBudget({
    ...{ bytesMax: 1_000_000, shareBytesMax: 1_000_000, waitMsMax: 60_000, pace: PATIENT },
    ...of,
  });

interface Opened extends BodyPlace {
  readonly lost: Error[];
}

function open(budget: BodyBudget, bytesMax: number, clients: readonly string[] = []): Opened {
  const lost: Error[] = [];
  const place = budget.open({ bytesMax, clients, onLost: (error) => void lost.push(error) });
  return { ...place, lost };
}

/** A body that has arrived completely and is being answered. */
function openWhole(budget: BodyBudget, bytes: number, clients: readonly string[] = []): Opened {
  const place = open(budget, bytes, clients);
  expect(place.take(bytes)).toBeNull();
  place.complete();
  return place;
}

describe('the charge', () => {
  test('counts the bytes received so far', () => {
    const budget = budgetOf();
    const place = open(budget, 900_000);

    expect(budget.bytesCharged).toBe(0);
    expect(place.take(10)).toBeNull();
    expect(place.take(5)).toBeNull();
    expect(budget.bytesCharged).toBe(15);
    place.release();
    place.release();
    expect(budget.bytesCharged).toBe(0);
  });

  test('leaves room when many senders declare much and send little', () => {
    const budget = budgetOf();
    for (let count = 0; count < 500; count += 1) void open(budget, 900_000).take(20);

    openWhole(budget, 900_000);
  });

  test('admits a body before it receives more than 64 KB', async () => {
    const budget = budgetOf({ bytesMax: 4_000_000, shareBytesMax: 4_000_000 });
    openWhole(budget, 3_900_000);
    const place = open(budget, 900_000);

    expect(place.take(60_000)).toBeNull();
    expect(await isWaiting(place.take(10_000))).toBe(true);
  });

  test('is capped at the budget for a larger body', () => {
    const budget = budgetOf();
    const place = open(budget, 3_000_000);

    expect(place.take(2_000_000)).toBeNull();
    expect(place.take(1_000_000)).toBeNull();
    expect(budget.bytesCharged).toBe(1_000_000);
    place.release();
    expect(budget.bytesCharged).toBe(0);
  });
});

describe('a body without room', () => {
  test('waits, first come, first served', async () => {
    const budget = budgetOf();
    const first = openWhole(budget, 600_000);
    const second = open(budget, 600_000).take(600_000);
    // It would fit beside the first, but the second came before it.
    const third = open(budget, 200_000).take(200_000);
    expect([await isWaiting(second), await isWaiting(third)]).toEqual([true, true]);

    first.release();

    await Promise.all([second, third]);
    expect(budget.bytesCharged).toBe(800_000);
  });

  test('is refused after the maximum wait and admits later bodies that fit', async () => {
    const budget = budgetOf({ waitMsMax: 20 });
    openWhole(budget, 600_000);
    const tooLarge = open(budget, 600_000).take(600_000);
    const behind = open(budget, 200_000).take(200_000);

    await expect(tooLarge).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await behind;
    expect(budget.bytesCharged).toBe(800_000);
  });

  test('does not block others after its client disconnects', async () => {
    const budget = budgetOf();
    openWhole(budget, 600_000);
    const gone = open(budget, 600_000);
    void gone.take(600_000);
    const behind = open(budget, 200_000).take(200_000);

    gone.release();

    await behind;
    expect(budget.bytesCharged).toBe(800_000);
  });

  test('uses the reserve if it is small, without waiting behind large ones', async () => {
    const reserve = { bytes: 400_000, smallBytesMax: 200_000 };
    const budget = budgetOf({ reserve });
    openWhole(budget, 500_000);
    const large = open(budget, 300_000).take(300_000);
    openWhole(budget, 200_000);
    const small = openWhole(budget, 200_000);
    const another = open(budget, 200_000).take(200_000);
    expect([await isWaiting(large), await isWaiting(another)]).toEqual([true, true]);

    small.release();

    await another;
    expect(await isWaiting(large)).toBe(true);
  });
});

describe('partially received bodies', () => {
  test('do not block each other: each admitted body can finish', async () => {
    const budget = budgetOf();
    const places = Array.from({ length: 30 }, () => open(budget, 400_000));
    // Together they exceed the budget.
    const send = async (place: BodyPlace): Promise<void> => {
      for (let sent = 0; sent < 400_000; sent += 40_000) {
        await place.take(40_000);
        await ticks();
      }
      place.complete();
      await ticks();
      place.release();
    };

    await Promise.all(places.map(send));

    expect(places.flatMap(({ lost }) => lost)).toEqual([]);
    expect(budget.bytesCharged).toBe(0);
  });

  test('lose their place to waiting bodies if they are slow, but no more of them than necessary', async () => {
    const budget = budgetOf({ pace: IMPATIENT });
    const [smaller, larger] = [open(budget, 300_000), open(budget, 600_000)];
    expect([smaller.take(100_000), larger.take(300_000)]).toEqual([null, null]);
    await ticks();
    expect([smaller.lost, larger.lost]).toEqual([[], []]);

    const quick = open(budget, 400_000);
    await quick.take(400_000);
    quick.complete();

    expect(smaller.lost).toEqual([]);
    expect(larger.lost).toMatchObject([{ code: 'UNAVAILABLE' }]);
    expect(budget.bytesCharged).toBe(500_000);
  });

  test('keep their place while they arrive fast enough, even if others wait', async () => {
    const budget = budgetOf({ waitMsMax: 20 });
    const place = open(budget, 700_000);
    expect(place.take(100_000)).toBeNull();

    const waiting = open(budget, 700_000).take(700_000);

    await expect(waiting).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(place.take(600_000)).toBeNull();
    expect(place.lost).toEqual([]);
  });

  test('keep their place while they wait for room or have received nothing', async () => {
    const budget = budgetOf({ pace: IMPATIENT });
    const whole = openWhole(budget, 600_000);
    const [empty, begun] = [open(budget, 700_000), open(budget, 700_000)];
    expect(begun.take(50_000)).toBeNull();
    const turn = begun.take(100_000);

    expect(await isWaiting(turn)).toBe(true);
    await ticks();
    expect([empty.lost, begun.lost]).toEqual([[], []]);
    whole.release();
    await turn;
  });

  test('get no credit for bytes that arrived fast earlier', async () => {
    let nowMs = 0;
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
    const budget = budgetOf({ pace: { bytesPerSecondMin: 1_000, graceMs: 1_000 } });
    const stalled = open(budget, 700_000);
    expect(stalled.take(100_000)).toBeNull();
    nowMs = 1_001;

    await open(budget, 700_000).take(700_000);

    clock.mockRestore();
    expect(stalled.lost).toMatchObject([{ code: 'UNAVAILABLE' }]);
  });

  test('are not slow because they waited for room', async () => {
    let nowMs = 0;
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
    const budget = budgetOf({ pace: { bytesPerSecondMin: 1e9, graceMs: 1_000 } });
    const whole = openWhole(budget, 600_000);
    const place = open(budget, 700_000);
    const turn = place.take(100_000);
    nowMs = 60_000;
    whole.release();
    await turn;

    void open(budget, 700_000).take(700_000);

    await ticks();
    clock.mockRestore();
    expect(place.lost).toEqual([]);
  });

  test('that end before their declared length give the rest back', async () => {
    const budget = budgetOf();
    const place = open(budget, 900_000);
    expect(place.take(100_000)).toBeNull();
    const waiting = open(budget, 600_000).take(600_000);
    expect(await isWaiting(waiting)).toBe(true);

    place.complete();

    await waiting;
    expect(budget.bytesCharged).toBe(700_000);
  });
});

describe('the share of a client', () => {
  const shareBytesMax = 600_000;

  test('limits the client and leaves the rest to others', async () => {
    const budget = budgetOf({ shareBytesMax });
    const mine = openWhole(budget, 500_000, ['192.0.2.1', 'me']);
    const more = open(budget, 200_000, ['192.0.2.2', 'me']).take(200_000);
    expect(await isWaiting(more)).toBe(true);

    const others = openWhole(budget, 400_000, ['192.0.2.3', 'somebody']);
    expect(others.lost).toEqual([]);
    others.release();
    mine.release();

    await more;
    expect(budget.bytesCharged).toBe(200_000);
  });

  test('holds back a body that has waited for the room of others', async () => {
    const budget = budgetOf({ shareBytesMax });
    const others = openWhole(budget, 500_000, ['somebody']);
    const mine = openWhole(budget, 400_000, ['me']);
    const more = open(budget, 300_000, ['me']).take(300_000);

    others.release();
    expect(await isWaiting(more)).toBe(true);

    mine.release();
    await more;
  });

  test('also applies per address, for any caller', async () => {
    const budget = budgetOf({ shareBytesMax });
    openWhole(budget, 500_000, ['192.0.2.1', 'me']);

    expect(await isWaiting(open(budget, 200_000, ['192.0.2.1', 'you']).take(200_000))).toBe(true);
  });

  test('does not evict slow bodies of other clients', async () => {
    const budget = budgetOf({ shareBytesMax, pace: IMPATIENT });
    const others = open(budget, 200_000, ['somebody']);
    expect(others.take(100_000)).toBeNull();
    openWhole(budget, 500_000, ['me']);

    expect(await isWaiting(open(budget, 200_000, ['me']).take(200_000))).toBe(true);

    expect(others.lost).toEqual([]);
  });
});
