import { Type } from '@sinclair/typebox';

import { Timestamp } from '../schema/nullable.ts';
import { type DataOf, defineEvent, TOPICS } from './topics.ts';

/**
 * A destination failed for so long that nothing is sent there any more; the key is
 * `workspaceId/destinationId`. The admins of the workspace are to be told.
 */
export const destinationsSwitchedOff = defineEvent({
  topic: TOPICS.destinationsSwitchedOff,
  schema: Type.Object(
    {
      workspaceId: Type.String(),
      destinationId: Type.String(),
      /** What it is, for a person: the origin of its URL, or an e-mail address. */
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
