import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

import { describe, expect, test } from '@jest/globals';

import { readTakenSlots, withinBudget } from './redis-connection.ts';

describe('withinBudget', () => {
  test('returns a result or error that arrives in time', async () => {
    expect(await withinBudget(1_000, Promise.resolve('answer'))).toBe('answer');
    await expect(withinBudget(1_000, Promise.reject(new Error('fault')))).rejects.toThrow('fault');
  });

  test('rejects a late answer as a timeout', async () => {
    const never = new Promise(() => undefined);

    await expect(withinBudget(5, never)).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  test('an answer that has arrived is not late, even if this process stood still', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const [[peer]] = await Promise.all([
      once(server, 'connection') as Promise<[Socket]>,
      once(socket, 'connect'),
    ]);

    const answer = withinBudget(20, once(socket, 'data'));
    // The answer arrives before anything else runs, and is not read before the time is over.
    peer.end('answer');
    const until = performance.now() + 100;
    while (performance.now() < until);

    expect(String((await answer)[0])).toBe('answer');
    server.close();
  });
});

describe('readTakenSlots', () => {
  const CALL = { count: 2, windowMs: 60_000 };
  const NOW = 1_764_000_000_000;

  test('returns slots with their times, null where none was free', () => {
    expect(readTakenSlots([NOW, NOW - 59_999, -1], CALL)).toEqual([new Date(NOW - 59_999), null]);
  });

  test('an empty list means that Redis does not count under the epoch', () => {
    expect(readTakenSlots([], CALL)).toBeNull();
  });

  test.each([
    ['nothing', null],
    ['a text', 'OK'],
    ['a number', 7],
    ['only its time', [NOW]],
    ['too few slots', [NOW, NOW]],
    ['too many slots', [NOW, NOW, NOW, NOW]],
    ['words', ['now', 'then', 'later']],
    ['nothing in the list', [NOW, NOW, {}]],
    ['a slot of the future', [NOW, NOW, NOW + 1]],
    ['a slot that has left the window', [NOW, NOW, NOW - 60_000]],
    ['a slot of 1970', [NOW, 0, NOW]],
    ['parts of milliseconds', [NOW, NOW - 0.5, NOW]],
    ['no time of its own', ['', NOW, NOW]],
  ])('%s is not a valid answer', (_, reply) => {
    expect(() => readTakenSlots(reply, CALL)).toThrow(/^Redis (did not answer|answered)/);
  });
});
