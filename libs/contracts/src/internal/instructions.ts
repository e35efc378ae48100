import { Type } from '@sinclair/typebox';

import { outputsTaught } from '../events/outputs-reviewed.ts';
import { defineOperation } from '../operation.ts';
import { INTERNAL } from './shared.ts';

/**
 * Queues a lesson as a note, while its teacher waits for the answer. The event that tells of it comes too, and queues nothing again.
 */
export const queueLesson = defineOperation({
  ...INTERNAL,
  id: 'queueLesson',
  path: '/internal/lessons/queue',
  owner: 'instructions',
  summary: 'Queue a lesson',
  body: outputsTaught.schema,
  responses: {
    200: Type.Object({
      /** False where the task has no instructions, or these have no room for another note. */
      isQueued: Type.Boolean(),
      /** Whether it is the room that is missing. Earlier releases, which had no such limit, leave it out. */
      isFull: Type.Optional(Type.Boolean()),
    }),
  },
});

/** The version of a task's instructions that an answer tells of. */
export interface ActiveInstructions {
  readonly taskId: string;
  readonly version: number;
}

/** The value of the header `activeInstructions`: `taskId/version`. */
export function writeActiveInstructions({ taskId, version }: ActiveInstructions): string {
  return `${taskId}/${version}`;
}

/** What the header `activeInstructions` says; null where an answer has none. */
export function readActiveInstructions(
  header: string | readonly string[] | undefined,
): ActiveInstructions | null {
  if (typeof header !== 'string') return null;
  const slash = header.lastIndexOf('/');
  return { taskId: header.slice(0, slash), version: Number(header.slice(slash + 1)) };
}
