import { Type } from '@sinclair/typebox';

import { INSTRUCTIONS_SOURCES } from '../http/instructions.ts';
import { OneOf, Timestamp } from '../schema/nullable.ts';
import { type DataOf, defineEvent, TOPICS } from './topics.ts';

/**
 * A new version of instructions became active; the key is `workspaceId/projectId/taskId`. A reader keeps the highest
 * version and ignores older ones.
 */
export const instructionsChanged = defineEvent({
  topic: TOPICS.instructionsChanged,
  schema: Type.Object(
    {
      workspaceId: Type.String(),
      projectId: Type.String(),
      taskId: Type.String(),
      version: Type.Integer({ minimum: 1 }),
      /** SHA-256 of the text in UTF-8, in hex. */
      hash: Type.String({ pattern: '^[0-9a-f]{64}$' }),
      source: OneOf(INSTRUCTIONS_SOURCES),
      changedAt: Timestamp,
    },
    { additionalProperties: false },
  ),
  examples: {
    valid: {
      workspaceId: '01960000-0000-7000-8000-000000000001',
      projectId: '01960000-0000-7000-8000-0000000000b1',
      taskId: '01960000-0000-7000-8000-0000000000c1',
      version: 4,
      hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      source: 'dashboard',
      changedAt: '2026-01-02T03:05:00.000Z',
    },
    invalid: { workspaceId: 'w', projectId: 'p', taskId: 't', version: 0, hash: 'none' },
  },
});

export type InstructionsChanged = DataOf<typeof instructionsChanged>;
