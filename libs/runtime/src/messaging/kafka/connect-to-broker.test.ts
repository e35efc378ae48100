import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { expect, test } from '@jest/globals';

import { connectToBroker } from './kafka-client.ts';

test('closing a lost connection many times does not warn of a leak', async () => {
  const warnings: Error[] = [];
  const keep = (warning: Error): void => void warnings.push(warning);
  process.on('warning', keep);
  try {
    // Nothing listens on this port.
    const socket = connectToBroker({ host: '127.0.0.1', port: 1, ssl: {}, onConnect: () => {} });
    await once(socket, 'error');
    for (let requests = 0; requests < 20; requests += 1) socket.unref();
    await nextTurn();

    expect(warnings).toEqual([]);
  } finally {
    process.off('warning', keep);
  }
});
