import { setTimeout as delay } from 'node:timers/promises';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

import { describe, expect, test } from '@jest/globals';

import { withinBudget } from './within-budget.ts';

describe('withinBudget', () => {
  test('passes on what comes in time, good or bad', async () => {
    expect(await withinBudget(1_000, Promise.resolve('answer'))).toBe('answer');
    await expect(withinBudget(1_000, Promise.reject(new Error('fault')))).rejects.toThrow('fault');
  });

  test('gives up what is late, as a timeout', async () => {
    await expect(withinBudget(5, delay(5_000, 'late', { ref: false }))).rejects.toMatchObject({
      name: 'TimeoutError',
    });
  });

  test('an answer that is there is not late, however long this process stood still', async () => {
    const server = createServer((socket) => socket.end('answer')).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    await once(socket, 'connect');

    const answer = withinBudget(20, once(socket, 'data'));
    // The server's own part first, then nothing but standing still.
    await new Promise((resolve) => setImmediate(resolve));
    const until = performance.now() + 100;
    while (performance.now() < until);

    expect(String((await answer)[0])).toBe('answer');
    server.close();
  });
});
