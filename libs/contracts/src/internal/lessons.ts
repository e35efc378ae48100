import { Type } from '@sinclair/typebox';

import { outputsTaught } from '../events/outputs-reviewed.ts';
import { defineOperation } from '../operation.ts';

/**
 * Queues a lesson as a note, while its teacher waits for the answer. The event that tells of it comes too, and queues nothing again.
 */
export const queueLesson = defineOperation({
  id: 'queueLesson',
  method: 'POST',
  path: '/internal/lessons/queue',
  owner: 'instructions',
  summary: 'Queue what was taught',
  tag: 'internal',
  access: 'internal',
  body: outputsTaught.schema,
  responses: {
    /** False where the task has no instructions. */
    200: Type.Object({ isQueued: Type.Boolean() }),
  },
  errors: [],
});
