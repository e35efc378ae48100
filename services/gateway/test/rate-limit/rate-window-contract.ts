import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';

import { newId } from '../../../../libs/runtime/src/base/new-id.ts';
import type { RateSlot, RateWindow } from '../../src/rate-limit/rate-window.ts';

/**
 * A window with the clock that it uses. If a test cannot set that clock, the window is short and real time passes. The
 * times of slots, and the time before each refusal, then prove what is promised to the millisecond.
 */
export interface WindowUnderTest extends AsyncDisposable {
  readonly window: RateWindow;
  readonly windowMs: number;
  /** The time of the window's clock, in ms. */
  now(): Promise<number>;
  pass(ms: number): Promise<void>;
  /** Restores slots, as after a loss of counts. */
  refill(key: string, takenAt: readonly Date[]): Promise<void>;
}

const LIMIT = 60;
// If real time passes, it passes for several windows.
const TEST_TIMEOUT_MS = 60_000;

/** The contract of every rate window. */
export function rateWindowContract(name: string, open: () => Promise<WindowUnderTest>): void {
  jest.setTimeout(TEST_TIMEOUT_MS);
  describe(`${name} keeps the contract of a rate window`, () => {
    let tested: WindowUnderTest;
    let key: string;

    beforeEach(async () => {
      tested = await open();
      key = newId();
    });

    afterEach(async () => tested[Symbol.asyncDispose]());

    const take = (limit = LIMIT): Promise<RateSlot | null> => tested.window.take(key, limit);

    const takeMany = async (
      count: number,
      limit = LIMIT,
    ): Promise<readonly (RateSlot | null)[]> => {
      const slots: (RateSlot | null)[] = [];
      for (let n = 0; n < count; n += 1) slots.push(await take(limit));
      return slots;
    };

    const takeAtOnce = (count: number): Promise<readonly (RateSlot | null)[]> =>
      Promise.all(Array.from({ length: count }, () => take()));

    const areFree = async (count: number, limit = LIMIT): Promise<readonly boolean[]> =>
      (await takeMany(count, limit)).map((slot) => slot !== null);

    const passUntil = async (atMs: number): Promise<void> => {
      for (let now = await tested.now(); now < atMs; now = await tested.now()) {
        await tested.pass(atMs - now);
      }
    };

    /** Retries at ever shorter intervals until a slot is free. Returns its time, and the time of the last refusal. */
    const takeWhenFree = async (limit: number, freeAt: number) => {
      let refusedAt = -Infinity;
      for (;;) {
        const askedAt = await tested.now();
        const slot = await take(limit);
        if (slot) return { takenAt: slot.takenAt.getTime(), refusedAt };
        refusedAt = askedAt;
        await tested.pass(Math.max(1, (freeAt - askedAt) / 2));
      }
    };

    const timeOf = (slot: RateSlot | null | undefined): number => slot?.takenAt.getTime() ?? NaN;

    test('sixty slots are free, the next one is not', async () => {
      const slots = await takeAtOnce(61);

      expect(slots.map((slot) => slot !== null)).toEqual([...Array<boolean>(60).fill(true), false]);
    });

    test('a slot counts for the length of the window and not a millisecond longer', async () => {
      const { windowMs } = tested;
      const slots = await takeAtOnce(LIMIT);
      const freeAt = timeOf(slots[0]) + windowMs;

      const { takenAt, refusedAt } = await takeWhenFree(LIMIT, freeAt);

      expect(takenAt).toBeGreaterThanOrEqual(freeAt);
      expect(refusedAt).toBeGreaterThan(freeAt - windowMs);
      expect(refusedAt).toBeLessThan(freeAt);
    });

    test('the time of a slot is the time when it was taken', async () => {
      const before = await tested.now();
      const slot = await take();
      const after = await tested.now();

      expect(timeOf(slot)).toBeGreaterThanOrEqual(before);
      expect(timeOf(slot)).toBeLessThanOrEqual(after);
    });

    test('slots become free one by one, in the order in which they were taken', async () => {
      const { windowMs } = tested;
      const first = await take(2);
      await tested.pass(windowMs / 2);
      const second = await take(2);

      await passUntil(timeOf(first) + windowMs);
      expect(await areFree(2, 2)).toEqual([true, false]);
      await passUntil(timeOf(second) + windowMs);
      expect(await areFree(2, 2)).toEqual([true, false]);
    });

    test("no span of the window's length ever holds more than the limit", async () => {
      const { windowMs } = tested;
      const taken: number[] = [];
      const until = (await tested.now()) + 3 * windowMs;
      for (let step = 0; (await tested.now()) < until; step += 1) {
        await tested.pass((windowMs / 20) * (((step * 7_919) % 487) / 487));
        const slots = await takeAtOnce(1 + (step % 13));
        taken.push(...slots.filter((slot) => slot !== null).map(timeOf));
      }

      const spans = taken.map((from) => taken.filter((at) => at >= from && at < from + windowMs));
      expect(Math.max(...spans.map((span) => span.length))).toBe(LIMIT);
    });

    test('a refusal takes no slot', async () => {
      const slots = await takeMany(5, 5);
      await tested.pass(tested.windowMs / 4);
      expect(await areFree(20, 5)).not.toContain(true);

      await passUntil(timeOf(slots.at(-1)) + tested.windowMs);
      expect(await areFree(6, 5)).toEqual([true, true, true, true, true, false]);
    });

    test('concurrent callers get no more than the limit', async () => {
      const slots = await takeAtOnce(200);

      expect(slots.filter((slot) => slot !== null)).toHaveLength(LIMIT);
    });

    test('each key has its own slots', async () => {
      await takeAtOnce(LIMIT);

      expect(await tested.window.take(newId(), LIMIT)).not.toBeNull();
    });

    test('a lowered limit counts what was taken before', async () => {
      await takeMany(10);

      expect(await take(10)).toBeNull();
      expect(await take(11)).not.toBeNull();
    });

    test('restored slots count as if they had been taken here', async () => {
      const { windowMs } = tested;
      const now = await tested.now();
      const [newer, older] = [now - windowMs / 5, now - windowMs / 2];
      const gone = [now - windowMs, now - windowMs * 2];

      await tested.refill(
        key,
        [newer, ...gone, older].map((at) => new Date(at)),
      );

      expect(await areFree(2, 3)).toEqual([true, false]);
      const first = await takeWhenFree(3, older + windowMs);
      expect(first.takenAt).toBeGreaterThanOrEqual(older + windowMs);
      expect(first.refusedAt).toBeLessThan(older + windowMs);
      const second = await takeWhenFree(3, newer + windowMs);
      expect(second.takenAt).toBeGreaterThanOrEqual(newer + windowMs);
      expect(second.refusedAt).toBeLessThan(newer + windowMs);
    });

    test('a slot slightly in the future, by another clock, counts from now', async () => {
      const { windowMs } = tested;
      const before = await tested.now();
      await tested.refill(key, [new Date(before + 3_000)]);
      const after = await tested.now();

      const { takenAt, refusedAt } = await takeWhenFree(1, before + windowMs);

      expect(takenAt).toBeGreaterThanOrEqual(before + windowMs);
      expect(refusedAt).toBeLessThan(after + windowMs);
    });
  });
}
