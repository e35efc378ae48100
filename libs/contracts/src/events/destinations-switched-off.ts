import { Type } from '@sinclair/typebox';

import { Timestamp } from '../schema/nullable.ts';
import { type DataOf, defineEvent, TOPICS } from './topics.ts';

/**
 * A destination failed for so long that deliveries to it stopped; the key is `workspaceId/destinationId`. The admins of
 * the workspace are notified.
 */
export const destinationsSwitchedOff = defineEvent({
  topic: TOPICS.destinationsSwitchedOff,
  schema: Type.Object(
    {
      workspaceId: Type.String(),
      destinationId: Type.String(),
      /** A readable name: the origin of its URL, or an email address. */
      address: Type.String(),
      failingSince: Timestamp,
      switchedOffAt: Timestamp,
    },
    { additionalProperties: false },
  ),
  examples: {
    valid: {
      workspaceId: '01960000-0000-7000-8000-000000000001',
      destinationId: '01960000-0000-7000-8000-0000000000d1',
      address: 'https://hooks.example.com',
      failingSince: '2026-01-02T03:05:00.000Z',
      switchedOffAt: '2026-01-07T03:05:00.000Z',
    },
    invalid: { workspaceId: 'w', destinationId: 7, address: 'https://hooks.example.com' },
  },
});

export type DestinationsSwitchedOff = DataOf<typeof destinationsSwitchedOff>;
