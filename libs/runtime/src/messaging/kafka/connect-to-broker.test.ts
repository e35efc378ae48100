import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { expect, test } from '@jest/globals';

import { connectToBroker } from './kafka-client.ts';

test('a connection that is closed many times after it was lost is no leak', async () => {
  const warnings: Error[] = [];
  const keep = (warning: Error): void => void warnings.push(warning);
  process.on('warning', keep);
  try {
    // Nobody listens there.
    const socket = connectToBroker({ host: '127.0.0.1', port: 1, ssl: {}, onConnect: () => {} });
    await once(socket, 'error');
    for (let requests = 0; requests < 20; requests += 1) socket.unref();
    await nextTurn();

    expect(warnings).toEqual([]);
  } finally {
    process.off('warning', keep);
  }
});
