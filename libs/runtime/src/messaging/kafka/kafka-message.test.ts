import { expect, test } from '@jest/globals';

import { toIncomingEvent } from './kafka-message.ts';

const PLACE = { topic: 'outputs.submitted', partition: 3 } as const;

const eventWith = (id: string | undefined) =>
  toIncomingEvent(
    { key: null, value: Buffer.from('{}'), headers: { ce_id: id }, offset: '7' },
    PLACE,
  );

test('derives a missing or oversized ID from the position of the message', () => {
  const made = 'outputs.submitted/3/7';
  expect(eventWith(undefined).id).toBe(made);
  expect(eventWith('').id).toBe(made);
  expect(eventWith('a'.repeat(501)).id).toBe(made);
  expect(eventWith('a'.repeat(500)).id).toBe('a'.repeat(500));
});
