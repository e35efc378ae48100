import { outputsFlagged } from '@output-review/contracts';
import { AppError } from '@output-review/errors';

import { explanationAfterFlag, flag } from '../domain/flag.ts';
import type { OutputKey } from '../domain/output.ts';
import type { ChangeDeps } from './changes.ts';

/** Sends an evaluated output back into the queue and tells everybody. */
export const makeFlagOutput =
  ({ change, now }: ChangeDeps) =>
  (key: OutputKey, reason: string | null, flaggedBy: string): Promise<void> =>
    change(async (changes) => {
      const [before] = await changes.lock([key]);
      if (!before) throw new AppError('NOT_FOUND', 'There is no such output.');
      const at = now();
      const after = flag(before, flaggedBy);
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
      await changes.announce(outputsFlagged, [
        { ...key, sequence: after.sequence, flaggedAt: at.toISOString(), flaggedBy, reason },
      ]);
    });
