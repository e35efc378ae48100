import {
  type Decision,
  type NotQueuedBecause,
  type OutputsTaught,
  outputsTaught,
} from '@output-review/contracts';
import { AppError } from '@output-review/errors';

import { asIs } from '@output-review/runtime';

import { actorOf } from '../domain/actor.ts';
import type { OutputKey } from '../domain/output.ts';
import { type Lesson, teach } from '../domain/teach.ts';
import type { Caller } from './caller.ts';
import type { ChangeDeps } from './changes.ts';

/** Has a lesson queued as a note. @returns why it is not; null where it is. */
export type QueueLesson = (
  lesson: OutputsTaught,
  assertion: string,
) => Promise<NotQueuedBecause | null>;

interface Deps extends ChangeDeps {
  readonly queueLesson: QueueLesson;
}

export interface Teacher extends Caller {
  readonly assertion: string;
}

export interface Taught {
  /** As it stands. */
  readonly decision: Decision;
  readonly notQueuedBecause: NotQueuedBecause | null;
}

/**
 * Tells everybody what is to be learnt from a decided output. That brings it to the instructions too;
 * they are asked besides, so that the teacher hears what became of it.
 */
export const makeTeachFromOutput =
  ({ queueLesson, ...deps }: Deps) =>
  async (key: OutputKey, lesson: Lesson, caller: Teacher): Promise<Taught> => {
    const { decision, told } = await announceLesson(deps, { key, lesson, caller });
    return { decision, notQueuedBecause: await queueLesson(told, caller.assertion) };
  };

interface Teaching {
  readonly key: OutputKey;
  readonly lesson: Lesson;
  readonly caller: Caller;
}

function announceLesson(
  { change, now }: ChangeDeps,
  { key, lesson, caller }: Teaching,
): Promise<{ readonly decision: Decision; readonly told: OutputsTaught }> {
  return change(async (changes) => {
    const [before] = await changes.lock([key]);
    if (!before) throw new AppError('NOT_FOUND', 'There is no such output.');
    const after = teach(before, lesson);
    const by = actorOf(caller.principal);
    await changes.save([{ before, after }]);
    const { projectId, taskId, sequence } = after;
    const at = now();
    await changes.tell([{ ...key, event: 'taught', at, lesson: lesson.comment }]);
    const { comment } = lesson;
    const taught = { taughtAt: at.toISOString(), taughtBy: by.name, source: by.source };
    const told = { ...key, sequence, ...taught, comment, projectId, taskId };
    await changes.announce(outputsTaught, [told]);
    const { decision } = after.decision;
    changes.audit(caller, [
      {
        ...{ ...key, action: 'output.taught' },
        after: { decision: asIs(decision), comment },
      },
    ]);
    return { decision, told };
  });
}
