import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';

import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { eventually } from '@output-review/runtime/testing';

import { FILES_MAX, FILES_PER_HOLDER_MAX, FileSeats } from './file-seats.ts';

const never = (): AbortSignal => new AbortController().signal;

/** Moves fast enough that it never has to give way. */
const quick = { movedBytes: () => performance.now() * 1_000, giveWay: () => {} };

interface MovingFile {
  hasSeat: boolean;
  hasGivenWay: boolean;
  end(): void;
}

interface Moved {
  readonly count: number;
  readonly movedBytes?: () => number;
}

/** Files that each wait for a seat and hold it until they end. */
function move(seats: FileSeats, holder: string, moved: number | Moved): MovingFile[] {
  const { count, ...pace } = typeof moved === 'number' ? { count: moved } : moved;
  return Array.from({ length: count }, () => {
    let end = (): void => {};
    const ended = new Promise<void>((resolve) => (end = resolve));
    const file = { hasSeat: false, hasGivenWay: false, end };
    const giveWay = (): void => {
      file.hasGivenWay = true;
      end();
    };
    const seated = { ...quick, ...pace, giveWay };
    void seats.during({ holder, signal: never(), turnMsMax: 60_000, ...seated }, () => {
      file.hasSeat = true;
      return ended;
    });
    return file;
  });
}

const seated = (files: readonly MovingFile[]): number =>
  files.filter((file) => file.hasSeat).length;

test('limits a workspace to a third of the seats, and gives others some of the rest', async () => {
  const seats = new FileSeats();
  const files = ['a', 'b', 'c', 'd'].map((holder) => move(seats, holder, FILES_MAX));

  await eventually(() => expect(files.map(seated)).toEqual([FILES_PER_HOLDER_MAX, 11, 7, 5]));

  for (const file of files.flat()) file.end();
  await eventually(() => expect(seated(files.flat())).toBe(4 * FILES_MAX));
});

test('gives a released seat to a workspace that holds fewer', async () => {
  const seats = new FileSeats();
  const many = move(seats, 'a', FILES_PER_HOLDER_MAX + 2);
  const few = move(seats, 'b', 12);
  await eventually(() => expect([many, few].map(seated)).toEqual([FILES_PER_HOLDER_MAX, 11]));

  for (const file of many.slice(0, 2)) file.end();

  await eventually(() => expect([many, few].map(seated)).toEqual([FILES_PER_HOLDER_MAX, 12]));
  for (const file of [...many, ...few]) file.end();
  await eventually(() => expect(seated(many)).toBe(many.length));
});

test('refuses a file that waits too long, and stops waiting for a caller that hung up', async () => {
  const seats = new FileSeats();
  const [first] = move(seats, 'a', FILES_PER_HOLDER_MAX);
  const hangUp = new AbortController();
  const take = (signal: AbortSignal) =>
    seats.during({ holder: 'a', signal, turnMsMax: 20, ...quick }, () => Promise.resolve('done'));
  const gone = take(hangUp.signal);
  hangUp.abort();

  await expect(gone).rejects.toThrow('The client closed the connection');
  await expect(take(never())).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 1 });

  first?.end();
  expect(await take(never())).toBe('done');
});

describe('a file that is too slow', () => {
  const GRACE_MS = 30_000;
  const stalled = { movedBytes: () => 0 };
  /** 8 KB/s, half of the required pace. */
  const trickling = { movedBytes: () => performance.now() * 8 };
  const gone = (files: readonly MovingFile[]) => files.filter((each) => each.hasGivenWay).length;

  let nowMs = 0;
  let look = (): void => {};
  let seats: FileSeats;
  const begun: MovingFile[] = [];

  beforeEach(() => {
    seats = new FileSeats();
    jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
    jest.spyOn(globalThis, 'setInterval').mockImplementation((turn) => {
      look = turn;
      return { unref: () => null } as unknown as NodeJS.Timeout;
    });
  });
  afterEach(async () => {
    for (const file of begun.splice(0)) file.end();
    await setImmediate();
    jest.restoreAllMocks();
  });

  function begin(holder: string, moved: number | Moved): MovingFile[] {
    const files = move(seats, holder, moved);
    begun.push(...files);
    return files;
  }

  /** Advances the clock and checks the seats once a second. */
  async function pass(ms: number): Promise<void> {
    for (const endMs = nowMs + ms; nowMs < endMs; nowMs += 1_000) {
      look();
      await setImmediate();
    }
  }

  test('gives way to a waiting file, but only the slowest one', async () => {
    const quickOnes = begin('a', FILES_PER_HOLDER_MAX - 2);
    const slower = begin('a', { count: 1, ...trickling });
    const slowest = begin('a', { count: 1, ...stalled });
    await pass(3 * GRACE_MS);
    expect([slower, slowest].map(gone)).toEqual([0, 0]);

    const waiting = begin('a', 1);
    await setImmediate();

    expect(seated(waiting)).toBe(1);
    expect([quickOnes, slower, slowest].map(gone)).toEqual([0, 0, 1]);
  });

  test('gives way to a file that was waiting before it became too slow', async () => {
    const slow = begin('a', { count: FILES_PER_HOLDER_MAX, ...trickling });
    const waiting = begin('a', 1);

    // At half the pace it takes twice the grace period to fall behind by it.
    await pass(2 * GRACE_MS - 2_000);
    expect([gone(slow), seated(waiting)]).toEqual([0, 0]);
    await pass(4_000);

    expect([gone(slow), seated(waiting)]).toEqual([1, 1]);
  });

  test('gets no credit for bytes that moved fast earlier', async () => {
    let moved = 0;
    const files = begin('a', { count: FILES_PER_HOLDER_MAX, movedBytes: () => moved });
    moved = 32_000_000;
    // Wait until 8 MB at 16 KB/s have passed, which may be in buffers.
    await pass(500_000 + 2 * GRACE_MS);

    begin('a', 1);

    expect(gone(files)).toBe(1);
  });

  test('keeps its seat while a steady reader drains the buffers in bursts', async () => {
    const begunMs = nowMs;
    // 20 KB/s as measured: 4 MB at once, then 1.5 MB every 75 s.
    const movedBytes = () =>
      nowMs === begunMs ? 0 : 4_000_000 + Math.floor((nowMs - begunMs) / 75_000) * 1_500_000;
    const files = begin('a', { count: FILES_PER_HOLDER_MAX, movedBytes });
    begin('a', 1);

    await pass(20 * 75_000);

    expect(gone(files)).toBe(0);
  });

  test('gives way to another workspace only if its own holds more seats', async () => {
    const many = begin('a', FILES_PER_HOLDER_MAX);
    const few = begin('b', { count: 5, ...stalled });
    await pass(2 * GRACE_MS);

    begin('a', 1);
    await pass(2 * GRACE_MS);
    expect([many, few].map(gone)).toEqual([0, 0]);

    for (const file of many) file.end();
    await setImmediate();
    const others = ['c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k'].map((id) => begin(id, 9));
    await setImmediate();
    expect(gone(few)).toBeGreaterThan(0);
    expect(others.map((files) => seated(files) > 0)).not.toContain(false);
  });
});

test.each([
  ['read to its end', (body: PassThrough) => body.end().resume()],
  ['destroyed', (body: PassThrough) => body.destroy()],
  ['broken', (body: PassThrough) => body.destroy(new Error('The store went away'))],
])('releases the seat of a file being read when it is %s', async (_how, endOf) => {
  const seats = new FileSeats();
  const body = new PassThrough();
  const file = { holder: 'a', signal: never(), turnMsMax: 20, ...quick };
  await seats.whileRead(file, () => Promise.resolve({ body }));
  move(seats, 'a', FILES_PER_HOLDER_MAX - 1);
  const take = () => seats.during(file, () => Promise.resolve('done'));
  await expect(take()).rejects.toMatchObject({ code: 'RATE_LIMITED' });

  endOf(body);

  await eventually(async () => expect(await take()).toBe('done'));
});

test('holds no seat for a file that cannot be opened', async () => {
  const seats = new FileSeats();
  const file = { holder: 'a', signal: never(), turnMsMax: 20, ...quick };
  for (let n = 0; n < FILES_PER_HOLDER_MAX; n += 1) {
    const opening = seats.whileRead(file, () => Promise.reject(new Error('There is no such file')));
    await expect(opening).rejects.toThrow('There is no such file');
  }

  expect(await seats.during(file, () => Promise.resolve('done'))).toBe('done');
});
