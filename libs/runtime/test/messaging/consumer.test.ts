import { outputsDeleted } from '@output-review/contracts';
import { expect, test } from '@jest/globals';

import { makeConsumer } from '../../src/messaging/consumer.ts';
import type { ReceivedEvent } from '../../src/messaging/received-event.ts';
import { anEvent } from './sample-events.ts';

const caller = { assertion: 'signed', requestId: 'r-1' };

async function replay(change: object): Promise<ReceivedEvent<unknown>[]> {
  const handled: ReceivedEvent<unknown>[] = [];
  const consumer = makeConsumer(outputsDeleted, {
    handle: async (_: object, batch) => void handled.push(...batch),
  });
  const { id: eventId, ...event } = anEvent();
  await consumer.replay({}, { ...event, id: '1', eventId, ...change }, caller);
  return handled;
}

test('a replay hands the message to the handler', async () => {
  const time = '2026-01-02T03:05:00.000Z';

  expect(await replay({ eventId: 'e-1', time })).toMatchObject([
    { id: 'e-1', time: new Date(time), data: { sequence: 1 } },
  ]);
});

test.each([
  ['its time is not valid', { time: 'yesterday' }],
  ['its data is not JSON', { json: '{"half":' }],
  ["data must have required property 'workspaceId'", { json: '{}' }],
])(
  'a replay is refused with the reason “%s”, without calling the handler',
  async (reason, change) => {
    await expect(replay(change)).rejects.toThrow(reason);
  },
);
