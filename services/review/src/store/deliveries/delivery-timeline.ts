import type { Transaction } from '@output-review/runtime';

import type { AttemptConclusion } from '../../domain/deliveries/conclude-attempt.ts';
import type { EndedAttempt } from '../../use-cases/deliveries/settled-attempt.ts';

/** An attempt, and what follows from it. */
export type Concluded = Pick<EndedAttempt, 'delivery' | 'answer' | 'at'> & {
  readonly conclusion: AttemptConclusion;
};

/**
 * Tells in the timelines of outputs how their callbacks went: when they came through, when they first
 * failed, and when they were given up. Other destinations belong to the workspace and not to the output.
 */
export async function addToTimelines(
  tx: Transaction,
  attempts: readonly Concluded[],
): Promise<void> {
  const told = attempts.filter(isTold);
  if (told.length === 0) return;
  await tx.query({
    name: 'add-callbacks-to-timelines',
    text: `INSERT INTO timeline (workspace_id, output_id, at, stage, actor, detail)
      SELECT workspace_id, output_id, at, stage, NULL, detail
      FROM unnest($1::text[], $2::text[], $3::timestamptz[], $4::text[], $5::text[])
        AS told (workspace_id, output_id, at, stage, detail)`,
    values: [
      told.map(({ delivery }) => delivery.workspaceId),
      told.map(({ delivery }) => delivery.outputId),
      told.map(({ at }) => at),
      told.map(({ answer }) => (answer.error === null ? 'callback delivered' : 'callback failed')),
      told.map(detailOf),
    ],
  });
}

function isTold({ delivery, conclusion: { state } }: Concluded): boolean {
  const isNews = state === 'delivered' || state === 'dead' || delivery.attemptCount === 0;
  return delivery.kind === 'callbacks' && isNews;
}

function detailOf({ delivery: { event }, answer, conclusion }: Concluded): string {
  if (answer.error === null) return `${event}: ${answer.status}`;
  const ending = conclusion.nextAttemptAt ? 'It is tried again.' : 'It is not tried again.';
  return `${event}: ${answer.error} ${ending}`;
}
