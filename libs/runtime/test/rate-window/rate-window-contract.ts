import { beforeEach, describe, expect, test } from '@jest/globals';

import { newId } from '../../src/ids/new-id.ts';
import type { RateWindow } from '../../src/rate-window/rate-window.ts';
import { FakeClock } from '../../src/testing/fake-clock.ts';

/** What every rate window promises, where a test can set its clock. */
export function rateWindowContract(
  name: string,
  makeWindow: (clock: FakeClock) => RateWindow,
): void {
  describe(`${name} keeps the contract of a rate window`, () => {
    let clock: FakeClock;
    let window: RateWindow;
    let key: string;

    beforeEach(() => {
      clock = new FakeClock();
      window = makeWindow(clock);
      key = newId();
    });

    const takeMany = async (count: number, limit = 60): Promise<boolean[]> => {
      const taken: boolean[] = [];
      for (let n = 0; n < count; n += 1) taken.push(await window.take(key, limit));
      return taken;
    };

    test('sixty are free, the next one is not', async () => {
      expect(await takeMany(61)).toEqual([...Array<boolean>(60).fill(true), false]);
    });

    test('a slot counts for 60,000 ms and not a millisecond longer', async () => {
      await takeMany(60);

      clock.advance(59_999);
      expect(await window.take(key, 60)).toBe(false);
      clock.advance(1);
      expect(await window.take(key, 60)).toBe(true);
    });

    test('slots come back one by one, as they were taken', async () => {
      await takeMany(1, 2);
      clock.advance(30_000);
      await takeMany(1, 2);

      clock.advance(30_000);
      expect(await takeMany(2, 2)).toEqual([true, false]);
      clock.advance(30_000);
      expect(await takeMany(2, 2)).toEqual([true, false]);
    });

    test('no span of 60,000 ms ever holds more than the limit', async () => {
      const taken: number[] = [];
      for (let step = 0; step < 2_000; step += 1) {
        clock.advance((step * 7_919) % 487);
        if (await window.take(key, 60)) taken.push(clock.now().getTime());
      }

      const fullest = taken.map((from) => taken.filter((at) => at >= from && at < from + 60_000));
      expect(Math.max(...fullest.map((span) => span.length))).toBe(60);
    });

    test('a refusal takes no slot', async () => {
      await takeMany(60);
      clock.advance(30_000);
      await takeMany(100);

      clock.advance(30_000);
      expect(await takeMany(61)).toEqual([...Array<boolean>(60).fill(true), false]);
    });

    test('those who ask at once get no more than there are', async () => {
      const taken = await Promise.all(Array.from({ length: 200 }, () => window.take(key, 60)));

      expect(taken.filter(Boolean)).toHaveLength(60);
    });

    test('each key has its own', async () => {
      await takeMany(60);

      expect(await window.take(newId(), 60)).toBe(true);
    });

    test('a limit that falls counts what was taken before', async () => {
      await takeMany(10);

      expect(await window.take(key, 10)).toBe(false);
      expect(await window.take(key, 11)).toBe(true);
    });

    test('slots filled in again count as if they had been taken here', async () => {
      const ago = (ms: number): Date => new Date(clock.now().getTime() - ms);

      await window.refill(key, [ago(10_000), ago(59_999), ago(60_000), ago(70_000)]);

      expect(await takeMany(2, 3)).toEqual([true, false]);
      clock.advance(1);
      expect(await takeMany(2, 3)).toEqual([true, false]);
      clock.advance(49_999);
      expect(await takeMany(2, 3)).toEqual([true, false]);
    });

    test('a slot of the future, by another clock, counts from now', async () => {
      await window.refill(key, [new Date(clock.now().getTime() + 5_000)]);

      clock.advance(59_999);
      expect(await window.take(key, 1)).toBe(false);
      clock.advance(1);
      expect(await window.take(key, 1)).toBe(true);
    });
  });
}
