import { type Decision, outputsTaught } from '@output-review/contracts';
import { AppError } from '@output-review/errors';

import { asIs } from '@output-review/runtime';

import { actorOf } from '../domain/actor.ts';
import type { OutputKey } from '../domain/output.ts';
import { type Lesson, teach } from '../domain/teach.ts';
import type { Caller } from './caller.ts';
import type { ChangeDeps } from './changes.ts';

/** Tells everybody what is to be learnt from a decided output. @returns the decision, as it stands. */
export const makeTeachFromOutput =
  ({ change, now }: ChangeDeps) =>
  (key: OutputKey, lesson: Lesson, caller: Caller): Promise<Decision> =>
    change(async (changes) => {
      const [before] = await changes.lock([key]);
      if (!before) throw new AppError('NOT_FOUND', 'There is no such output.');
      const after = teach(before, lesson);
      const by = actorOf(caller.principal);
      await changes.save([{ before, after }]);
      const { projectId, taskId, sequence } = after;
      const at = now();
      await changes.tell([{ ...key, event: 'taught', at, lesson: lesson.comment }]);
      const taught = { taughtAt: at.toISOString(), taughtBy: by.name, source: by.source };
      await changes.announce(outputsTaught, [
        { ...key, sequence, ...taught, comment: lesson.comment, projectId, taskId },
      ]);
      const { decision } = after.decision;
      changes.audit(caller, [
        {
          ...{ ...key, action: 'output.taught' },
          after: { decision: asIs(decision), comment: lesson.comment },
        },
      ]);
      return decision;
    });
