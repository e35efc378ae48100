import { beforeEach, describe, expect, test } from '@jest/globals';

import { ConcurrencyLimits } from './concurrency-limits.ts';

const QUICK = { isDelivered: true, tookMs: 1_000 };
const SLOW = { isDelivered: true, tookMs: 1_001 };
const FAILED = { isDelivered: false, tookMs: 1 };
const MIB = 1024 * 1024;

let shares: ConcurrencyLimits;

beforeEach(() => {
  shares = new ConcurrencyLimits();
});

const take = (lane: string, count: number) =>
  Array.from({ length: count }, () => shares.take(lane, 0));
const roomOf = (lane: string) => shares.roomsOf([lane])[0]?.room ?? 0;

describe('a lane', () => {
  test('starts with one slot, and falls back to one after a failure', () => {
    expect(shares.roomsOf(['new'])).toEqual([{ lane: 'new', room: 1, isQuick: false }]);
    const release = shares.take('new', 0);
    expect(shares.roomsOf(['new'])).toEqual([]);

    release(QUICK);
    expect(shares.roomsOf(['new'])).toEqual([{ lane: 'new', room: 16, isQuick: true }]);
    shares.take('new', 0)(FAILED);
    expect(roomOf('new')).toBe(1);
  });

  test('that is slow has four slots; giving up a delivery does not change that', () => {
    shares.take('slow', 0)(SLOW);
    expect(roomOf('slow')).toBe(4);
    shares.take('slow', 0)(null);
    expect(roomOf('slow')).toBe(4);
  });

  test('that is quick has many slots only while most slots are idle', () => {
    for (const lane of ['a', 'b']) shares.take(lane, 0)(QUICK);
    const taken = take('a', 16);
    expect(roomOf('a')).toBe(0);
    expect(roomOf('b')).toBe(16);
    taken.push(...take('b', 16));
    shares.take('c', 0)(QUICK);
    expect(roomOf('c')).toBe(4);

    taken.forEach((release) => release(QUICK));
    expect(shares.free.quick).toEqual({ places: 64, bytes: 16 * MIB });
  });
});

test('lanes that are not quick never take more than half of the slots', () => {
  shares.take('quick', 0)(QUICK);
  for (let n = 0; n < 31; n += 1) shares.take(`dead ${n}`, 0);
  expect(shares.free).toMatchObject({ quick: { places: 33 }, others: { places: 1 } });
  shares.take('dead 31', 0);

  expect(shares.free).toMatchObject({ quick: { places: 32 }, others: { places: 0 } });
  expect(shares.roomsOf(['another', 'quick'])).toEqual([{ lane: 'quick', room: 4, isQuick: true }]);
});

test('quick lanes and the others have separate byte limits, which are released', () => {
  shares.take('quick', 0)(QUICK);
  const dead = shares.take('dead', 10 * MIB);
  const quick = shares.take('quick', 4 * MIB);

  expect(shares.free.quick.bytes).toBe(12 * MIB);
  expect(shares.free.others.bytes).toBe(6 * MIB);
  quick(FAILED);
  dead(QUICK);
  expect(shares.free.quick.bytes).toBe(16 * MIB);
  expect(shares.free.others.bytes).toBe(16 * MIB);
});

test('the lane with the least in flight goes next, then the one served longest ago', () => {
  for (const lane of ['a', 'b', 'c']) shares.take(lane, 0)(QUICK);
  shares.take('a', 0);
  shares.take('c', 0)(QUICK);

  expect(shares.roomsOf(['a', 'b', 'c', 'new']).map(({ lane }) => lane)).toEqual([
    ...['new', 'b', 'c', 'a'],
  ]);
});
