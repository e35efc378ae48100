import { Type } from '@sinclair/typebox';

import { outputsTaught } from '../events/outputs-reviewed.ts';
import { defineOperation, INTERNAL } from '../operation.ts';

/**
 * Queues a lesson as a note while its author waits for the answer. The later event about it does not queue it again.
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
      /** False if the task has no instructions, or they have no room for another note. */
      isQueued: Type.Boolean(),
      /** Whether there is no room. Earlier releases without this limit leave it out. */
      isFull: Type.Optional(Type.Boolean()),
    }),
  },
});

/** The version of a task's instructions in an answer. */
export interface ActiveInstructions {
  readonly taskId: string;
  readonly version: number;
}

/** Formats the header `activeInstructions`: `taskId/version`. */
export function writeActiveInstructions({ taskId, version }: ActiveInstructions): string {
  return `${taskId}/${version}`;
}

/** Parses the header `activeInstructions`; null if the answer has none. */
export function readActiveInstructions(
  header: string | readonly string[] | undefined,
): ActiveInstructions | null {
  if (typeof header !== 'string') return null;
  const slash = header.lastIndexOf('/');
  return { taskId: header.slice(0, slash), version: Number(header.slice(slash + 1)) };
}
