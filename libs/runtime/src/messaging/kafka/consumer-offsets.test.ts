import { createRequire } from 'node:module';

import { expect, test } from '@jest/globals';

import './consumer-offsets.ts';

interface OffsetManager {
  setDefaultOffset(of: { topic: string; partition: number }): Promise<void>;
}

const OffsetManager = createRequire(import.meta.url)(
  'kafkajs/src/consumer/offsetManager/index.js',
) as new (options: object) => OffsetManager;

test('a consumer reports an offset reset before it commits it', async () => {
  const done: unknown[] = [];
  const membership = { groupId: 'group', memberId: 'member' };
  const manager = new OffsetManager({
    ...{ ...membership, generationId: 3 },
    memberAssignment: { topic: [0, 1] },
    topicConfigurations: { topic: { fromBeginning: true } },
    cluster: { defaultOffset: () => -2, committedOffsets: () => ({}) },
    coordinator: { isConnected: () => true, offsetCommit: async () => void done.push('committed') },
    instrumentationEmitter: { emit: (...event: unknown[]) => void done.push(event) },
  });

  await manager.setDefaultOffset({ topic: 'topic', partition: 1 });

  const topics = [{ topic: 'topic', partitions: [{ partition: 1, offset: '-2' }] }];
  const expected = { ...membership, groupGenerationId: 3, topics };
  expect(done).toEqual([['consumer.commit_offsets', expected], 'committed']);
});
