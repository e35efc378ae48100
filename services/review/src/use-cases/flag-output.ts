import { outputsFlagged } from '@output-review/contracts';
import { AppError } from '@output-review/errors';

import { asIs } from '@output-review/runtime';

import { flaggerOf } from '../domain/actor.ts';
import { explanationAfterFlag, flag } from '../domain/flag.ts';
import type { OutputKey } from '../domain/output.ts';
import type { Caller } from './caller.ts';
import type { ChangeDeps } from './changes.ts';

export interface FlagRequest {
  readonly reason: string | null;
  /** Who has flagged, as an automation says. */
  readonly claimed: string | undefined;
}

/** Sends an evaluated output back into the queue and tells everybody. */
export const makeFlagOutput =
  ({ change, now }: ChangeDeps) =>
  (key: OutputKey, { reason, claimed }: FlagRequest, caller: Caller): Promise<void> =>
    change(async (changes) => {
      const [before] = await changes.lock([key]);
      if (!before) throw new AppError('NOT_FOUND', 'There is no such output.');
      const at = now();
      const flaggedBy = flaggerOf(caller.principal, claimed);
      const after = flag(before, flaggedBy, at);
      const former = await changes.explanationOf(key);

      await changes.save([{ before, after }]);
      await changes.clearConclusions([key], at);
      await changes.explain(key, {
        explanation: explanationAfterFlag(reason, former),
        flagReason: reason,
      });
      await changes.addToTimeline([
        { ...key, at, stage: 'flagged', actor: flaggedBy, detail: reason },
      ]);
      await changes.tell([{ ...key, event: 'flagged', at, isForced: true }]);
      await changes.announce(outputsFlagged, [
        { ...key, sequence: after.sequence, flaggedAt: at.toISOString(), flaggedBy, reason },
      ]);
      const was = {
        status: asIs(before.status),
        decision: asIs(before.decision?.decision ?? null),
      };
      changes.audit(caller, [
        {
          ...{ ...key, action: 'output.flagged', before: was },
          after: { status: asIs(after.status), decision: null, flaggedBy, reason },
        },
      ]);
    });
