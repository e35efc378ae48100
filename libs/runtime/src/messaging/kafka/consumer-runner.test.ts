import { createRequire } from 'node:module';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { expect, test } from '@jest/globals';

import { eventually } from '../../testing/eventually.ts';
import './consumer-runner.ts';

interface Runner {
  start(): Promise<void>;
  stop(): Promise<void>;
}

const Runner = createRequire(import.meta.url)('kafkajs/src/consumer/runner.js') as new (
  options: object,
) => Runner;

const SILENT = { namespace: () => SILENT, debug: () => {}, info: () => {} };

test('a consumer ends that is stopped while its fetches change over to other brokers', async () => {
  let brokers = [1, 2];
  let answerLate: (() => void) | undefined;
  const consumerGroup = {
    connect: async () => {},
    joinAndSync: async () => {},
    leave: async () => {},
    heartbeat: async () => {},
    getNodeIds: () => brokers,
    fetch: async (broker: number) => {
      await nextTurn();
      if (broker === 2) await new Promise<void>((resolve) => (answerLate = resolve));
      return [];
    },
  };
  const runner = new Runner({
    ...{ consumerGroup, logger: SILENT, instrumentationEmitter: { emit: () => {} } },
    ...{ concurrency: 1, onCrash: () => {} },
  });
  await runner.start();
  await eventually(() => expect(answerLate).toBeDefined());

  // The fetches of the first end for it, and wait for those of the second.
  brokers = [1];
  for (let turn = 0; turn < 5; turn += 1) await nextTurn();
  const stopping = runner.stop();
  answerLate?.();

  await expect(stopping).resolves.toBeUndefined();
});
