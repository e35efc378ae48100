import { describe, expect, test } from '@jest/globals';
import { AppError } from '@output-review/errors';

import type { Logger } from '../base/logger.ts';
import { eventually } from '../testing/eventually.ts';
import { FakeClock } from '../testing/fake-clock.ts';
import { silentLog } from '../testing/silent-log.ts';
import { startLoop } from './start-loop.ts';

const common = { name: 'test', log: silentLog, clock: new FakeClock() };
const FOREVER_MS = 3_600_000;

describe('startLoop', () => {
  test('runs again after each pause', async () => {
    let turns = 0;
    const loop = startLoop({ ...common, everyMs: 1, run: async () => void (turns += 1) });

    await eventually(() => expect(turns).toBeGreaterThan(3));

    await loop.stop();
  });

  test('wake ends the pause, even if called before the pause starts', async () => {
    let turns = 0;
    let endTurn = (): void => {};
    const loop = startLoop({
      ...common,
      everyMs: FOREVER_MS,
      run: () => {
        turns += 1;
        return new Promise((resolve) => (endTurn = () => resolve(null)));
      },
    });
    loop.wake();
    endTurn();
    await eventually(() => expect(turns).toBe(2));

    endTurn();
    await new Promise((resolve) => setImmediate(resolve));
    expect(turns).toBe(2);
    loop.wake();
    await eventually(() => expect(turns).toBe(3));

    const stopped = loop.stop();
    endTurn();
    await stopped;
  });

  test('an idle turn is followed by the longer pause, unless work is expected', async () => {
    let turns = 0;
    const loop = startLoop({
      ...common,
      everyMs: 1,
      idleEveryMs: FOREVER_MS,
      run: async () => {
        turns += 1;
        return turns < 3 ? 'busy' : 'idle';
      },
    });
    await eventually(() => expect(turns).toBe(3));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(turns).toBe(3);

    loop.expectWork();
    await eventually(() => expect(turns).toBe(4));
    loop.wake();
    await eventually(() => expect(turns).toBe(5));

    await loop.stop();
  });

  test('logs a failed turn and continues; logs an outage as a warning, and at startup as debug', async () => {
    const away = new AppError('UNAVAILABLE', 'It is still starting.');
    const logged: unknown[] = [];
    const log: Logger = {
      ...silentLog,
      debug: (fields) => void logged.push(['debug', fields]),
      warn: (fields) => void logged.push(['warn', fields]),
      error: (fields) => void logged.push(['error', fields]),
    };
    const clock = new FakeClock();
    let turns = 0;
    const loop = startLoop({
      ...common,
      ...{ log, clock },
      everyMs: 1,
      run: async () => {
        turns += 1;
        if (turns === 1) throw new Error('once');
        if (turns === 2) throw away;
        clock.advance(10_000);
        if (turns === 3) throw away;
      },
    });

    await eventually(() => expect(turns).toBeGreaterThan(3));

    await loop.stop();
    expect(logged).toEqual([
      ['error', { err: expect.objectContaining({ message: 'once' }), loop: 'test' }],
      ['debug', { err: away, loop: 'test' }],
      ['warn', { err: away, loop: 'test' }],
    ]);
  });

  test('warns of an outage once a minute while it lasts, and of the next one at once', async () => {
    const warnedIn: number[] = [];
    const clock = new FakeClock();
    let turns = 0;
    const loop = startLoop({
      ...common,
      log: { ...silentLog, warn: () => void warnedIn.push(turns) },
      clock,
      everyMs: 1,
      run: async () => {
        turns += 1;
        clock.advance(20_000);
        if (turns !== 5) throw new AppError('UNAVAILABLE', 'It is down.');
      },
    });

    await eventually(() => expect(turns).toBeGreaterThan(8));

    await loop.stop();
    expect(warnedIn.slice(0, 3)).toEqual([1, 4, 6]);
  });

  test('stop aborts the turn, whose failure is not logged, and resolves when it has ended', async () => {
    let ended = false;
    const failures: unknown[] = [];
    const loop = startLoop({
      ...common,
      log: { ...silentLog, error: (fields) => void failures.push(fields) },
      everyMs: FOREVER_MS,
      run: (signal) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => {
            setImmediate(() => {
              ended = true;
              reject(new Error('aborted'));
            });
          });
        }),
    });

    await loop.stop();

    expect(ended).toBe(true);
    expect(failures).toEqual([]);
  });
});
