import { type flagOutput, outputsFlagged } from '@output-review/contracts';
import type { RequestOf } from '@output-review/runtime';
import { unredacted } from '@output-review/shared-kernel';

import { assignReturned } from '../assignments/routing.ts';
import type { Context } from '../context.ts';
import { changeOutputs } from '../destinations/change-outputs.ts';
import { clearApprovals } from '../outputs/approvals.sql.ts';
import { flaggerOf, type OutputKey } from '../outputs/output.pure.ts';
import { addToTimeline, lockOutputs, saveOutputs } from '../outputs/outputs.sql.ts';
import { noSuchOutput } from '../outputs/seen.ts';
import { clearConclusions, explain, explanationOf } from './conclusions.sql.ts';
import { explanationAfterFlag, flag } from './decisions.pure.ts';

/** Sends an evaluated output back into the queue and notifies destinations. */
export function flagOne(
  ctx: Context,
  key: OutputKey,
  request: RequestOf<typeof flagOutput>,
): Promise<void> {
  // The name that an automation gives for who flagged.
  const { reason = null, flaggedBy: claimed } = request.body;
  return changeOutputs(ctx, async (tx) => {
    const [before] = await lockOutputs(tx, [key]);
    if (!before) throw noSuchOutput();
    const at = ctx.clock.now();
    const flaggedBy = flaggerOf(request.principal, claimed);
    const after = flag(before, flaggedBy, at);
    const former = await explanationOf(tx, key);

    await saveOutputs(tx, [{ before, after }]);
    await clearConclusions(tx, [key], at);
    if (before.approvals) await clearApprovals(tx, [key]);
    await assignReturned(tx, key);
    await explain(tx, key, {
      explanation: explanationAfterFlag(reason, former),
      flagReason: reason,
    });
    await addToTimeline(tx, [{ ...key, at, stage: 'flagged', actor: flaggedBy, detail: reason }]);
    await tx.notify([{ ...key, event: 'flagged', at, isForced: true }]);
    tx.publishEach(outputsFlagged, [
      { ...key, sequence: after.sequence, flaggedAt: at.toISOString(), flaggedBy, reason },
    ]);
    const was = {
      status: unredacted(before.status),
      decision: unredacted(before.decision?.decision ?? null),
    };
    tx.auditEach(request, [
      {
        ...{ ...key, action: 'output.flagged', before: was },
        after: { status: unredacted(after.status), decision: null, flaggedBy, reason },
      },
    ]);
  });
}
