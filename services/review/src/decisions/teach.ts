import {
  type Decision,
  INTERNAL_OPERATIONS,
  type NotQueuedBecause,
  type OutputsTaught,
  outputsTaught,
  sourceInEvents,
} from '@output-review/contracts';
import type { ServiceClient } from '@output-review/runtime';
import { unredacted } from '@output-review/shared-kernel';

import type { Context } from '../context.ts';
import { changeOutputs } from '../destinations/change-outputs.ts';
import { actorOf, type OutputKey } from '../outputs/output.pure.ts';
import { lockOutputs, saveOutputs } from '../outputs/outputs.sql.ts';
import { type Caller, noSuchOutput } from '../outputs/seen.ts';
import { type Lesson, teach } from './decisions.pure.ts';

export interface Taught {
  /** The current decision. */
  readonly decision: Decision;
  readonly notQueuedBecause: NotQueuedBecause | null;
}

interface Teaching {
  readonly lesson: Lesson;
  readonly caller: Caller & { readonly assertion: string };
}

/**
 * Announces a lesson from a decided output. The event also brings it to instructions. Instructions is called in
 * addition, so that the person learns the outcome.
 */
export async function teachFrom(
  ctx: Context,
  key: OutputKey,
  { lesson, caller }: Teaching,
): Promise<Taught> {
  const { comment } = lesson;
  const { decision, event } = await changeOutputs(ctx, async (tx) => {
    const [before] = await lockOutputs(tx, [key]);
    if (!before) throw noSuchOutput();
    const after = teach(before, lesson);
    const by = actorOf(caller.principal);
    await saveOutputs(tx, [{ before, after }]);
    const { projectId, taskId, sequence, decision: taught } = after;
    const at = ctx.clock.now();
    await tx.notify([{ ...key, event: 'taught', at, lesson: comment }]);
    const event = {
      ...{ ...key, sequence, taughtAt: at.toISOString(), taughtBy: by.name },
      ...{ source: sourceInEvents(by.source), comment, projectId, taskId },
    };
    tx.publishEach(outputsTaught, [event]);
    tx.auditEach(caller, [
      {
        ...{ ...key, action: 'output.taught' },
        after: { decision: unredacted(taught.decision), comment },
      },
    ]);
    return { decision: taught.decision, event };
  });
  const notQueuedBecause = await queueLesson(ctx.instructions, event, caller.assertion);
  return { decision, notQueuedBecause };
}

const QUEUE_TIMEOUT_MS = 5_000;

/** Asks instructions to queue a lesson as a note. @returns why it was not queued, null if it was. */
async function queueLesson(
  instructions: ServiceClient,
  lesson: OutputsTaught,
  assertion: string,
): Promise<NotQueuedBecause | null> {
  if (lesson.taskId === null) return 'no_task';
  const asked = { body: lesson, assertion, timeoutMs: QUEUE_TIMEOUT_MS };
  const answer = await instructions.call(INTERNAL_OPERATIONS.queueLesson, asked).catch(() => null);
  if (!answer) return 'not_yet';
  if (answer.isQueued) return null;
  return answer.isFull === true ? 'queue_full' : 'no_instructions';
}
