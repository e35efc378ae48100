import { describe, expect, test } from '@jest/globals';

import type { Logger } from '../log/logger.ts';
import { eventually } from '../testing/eventually.ts';
import { FakeClock } from '../testing/fake-clock.ts';
import { silentLog } from '../testing/silent-log.ts';
import { startLoop } from './start-loop.ts';

const common = { name: 'test', log: silentLog, clock: new FakeClock() };
const FOREVER_MS = 3_600_000;

describe('startLoop', () => {
  test('turns again after each pause', async () => {
    let turns = 0;
    const loop = startLoop({ ...common, everyMs: 1, run: async () => void (turns += 1) });

    await eventually(() => expect(turns).toBeGreaterThan(3));

    await loop.stop();
  });

  test('a wake ends the pause, also one that has not begun', async () => {
    let turns = 0;
    let endTurn = (): void => {};
    const loop = startLoop({
      ...common,
      everyMs: FOREVER_MS,
      run: () => {
        turns += 1;
        return new Promise((resolve) => (endTurn = resolve));
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

  test('a failing turn is logged, and the next one comes', async () => {
    const logged: object[] = [];
    const log: Logger = { ...silentLog, error: (fields) => void logged.push(fields) };
    let turns = 0;
    const loop = startLoop({
      ...common,
      log,
      everyMs: 1,
      run: async () => {
        turns += 1;
        if (turns === 1) throw new Error('once');
      },
    });

    await eventually(() => expect(turns).toBeGreaterThan(1));

    await loop.stop();
    expect(logged).toEqual([{ err: expect.objectContaining({ message: 'once' }), loop: 'test' }]);
  });

  test('its health is the time since a turn ended well', async () => {
    const clock = new FakeClock();
    let turns = 0;
    const loop = startLoop({
      ...common,
      clock,
      everyMs: FOREVER_MS,
      run: async () => {
        turns += 1;
        if (turns > 1) throw new Error('down');
      },
    });
    await eventually(() => expect(turns).toBe(1));
    clock.advance(5_000);

    loop.wake();
    await eventually(() => expect(turns).toBe(2));

    expect(loop.sinceLastTurnMs()).toBe(5_000);
    await loop.stop();
  });

  test('a stop aborts the turn and resolves when it has ended', async () => {
    let ended = false;
    const loop = startLoop({
      ...common,
      everyMs: FOREVER_MS,
      run: (signal) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => {
            ended = true;
            reject(new Error('aborted'));
          });
        }),
    });

    await loop.stop();

    expect(ended).toBe(true);
  });
});
