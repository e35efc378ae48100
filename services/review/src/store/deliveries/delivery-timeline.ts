import type { Transaction } from '@output-review/runtime';

import type { AttemptConclusion } from '../../domain/deliveries/conclude-attempt.ts';
import type { EndedAttempt } from '../../use-cases/deliveries/settled-attempt.ts';

/**
 * Tells in the timeline of an output how its callback went: when it came through, when it first failed,
 * and when it was given up. Other destinations belong to the workspace and not to the output.
 */
export async function addToTimeline(
  tx: Transaction,
  { delivery, answer, at }: EndedAttempt,
  { state, nextAttemptAt }: AttemptConclusion,
): Promise<void> {
  const { kind, workspaceId, outputId, event, attemptCount } = delivery;
  const isTold = state === 'delivered' || state === 'dead' || attemptCount === 0;
  if (kind !== 'callbacks' || !isTold) return;
  const stage = state === 'delivered' ? 'callback delivered' : 'callback failed';
  const ending = nextAttemptAt ? 'It is tried again.' : 'It is not tried again.';
  const how =
    answer.error === null ? `${event}: ${answer.status}` : `${event}: ${answer.error} ${ending}`;
  await tx.query(
    `INSERT INTO timeline (workspace_id, output_id, at, stage, actor, detail)
     VALUES ($1, $2, $3, $4, NULL, $5)`,
    [workspaceId, outputId, at, stage, how],
  );
}
