import type { OutputsShadowEvaluated } from '@output-review/contracts';
import { type Database, textArray } from '@output-review/runtime';

import { COUNT_SLOTS } from '../outputs/counts.sql.ts';
import { outputKey } from '../outputs/output.pure.ts';
import { writeAppliedRules } from './applied-rules.ts';
import type { NumberedSets } from './numbered-sets.ts';
import { APPLY_SHADOWS, MAKE_STUBS } from './shadow.sql.ts';

/**
 * Stores how rules in shadow ended, each only for the run that counts. Nobody is told, and nothing of the result
 * changes, which may come later.
 */
export async function applyShadows(
  db: Database,
  batch: readonly OutputsShadowEvaluated[],
  sets: NumberedSets,
): Promise<void> {
  const shadows = latestOfEach(batch);
  const workspaceIds = textArray(shadows.map(({ workspaceId }) => workspaceId));
  const ids = textArray(shadows.map(({ id }) => id));
  const times = shadows.map(({ evaluatedAt }) => evaluatedAt);
  const learnSets = await db.transaction(async (tx) => {
    const learn = await sets.remember(tx, shadows);
    await tx.query({ ...MAKE_STUBS, values: [workspaceIds, ids, times] });
    await tx.query({
      ...APPLY_SHADOWS,
      values: [
        ...[workspaceIds, ids, times],
        shadows.map(({ run }) => run),
        textArray(shadows.map(({ appliedRules }) => writeAppliedRules(appliedRules))),
        shadows.map(({ appliedRules }) => appliedRules.some(({ judge }) => judge !== undefined)),
        shadows.map((shadow) => sets.idOf(shadow)),
        COUNT_SLOTS.shadows,
      ],
    });
    return learn;
  });
  learnSets();
}

function latestOfEach(batch: readonly OutputsShadowEvaluated[]): OutputsShadowEvaluated[] {
  const latest = new Map<string, OutputsShadowEvaluated>();
  for (const shadow of batch) {
    const key = outputKey(shadow);
    if ((latest.get(key)?.run ?? 0) < shadow.run) latest.set(key, shadow);
  }
  return [...latest.values()];
}
