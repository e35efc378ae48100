import { INTERNAL_OPERATIONS } from '@output-review/contracts';
import type { ServiceClient } from '@output-review/runtime';

import type { QueueLesson } from '../use-cases/teach-from-output.ts';

const QUEUE_TIMEOUT_MS = 5_000;

/** Asks instructions to queue a lesson. */
export const makeQueueLesson =
  (instructions: ServiceClient): QueueLesson =>
  async (lesson, assertion) => {
    if (lesson.taskId === null) return 'no_task';
    const { queueLesson } = INTERNAL_OPERATIONS;
    const asked = { body: lesson, assertion, timeoutMs: QUEUE_TIMEOUT_MS };
    const answer = await instructions.call(queueLesson, asked).catch(() => null);
    if (!answer) return 'not_yet';
    return answer.isQueued ? null : 'no_instructions';
  };
