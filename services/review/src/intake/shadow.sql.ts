import { outputKey, type OutputsShadowEvaluated } from '@output-review/contracts';
import { type Database, textArray } from '@output-review/runtime';

import { COUNT_SLOTS } from '../outputs/counts.sql.ts';
import { countWritten } from '../outputs/outcomes.sql.ts';
import { writeAppliedRules } from './applied-rules.ts';
import type { NumberedSets } from './numbered-sets.ts';

/**
 * For outputs that review does not know yet, so that a deletion finds a row. Committed before the outcomes lock their
 * outputs: in one transaction, new rows would be locked before older ones, and a batch of results, which locks all in
 * the order of their keys, could deadlock with it.
 */
const MAKE_STUBS = {
  name: 'make-shadow-stubs',
  text: `
  INSERT INTO outputs (workspace_id, id, timestamp, created_at, queued_at, visible)
  SELECT workspace_id, id, at, at, at, false
  FROM unnest($1::text[], $2::text[], $3::timestamptz[]) AS t (workspace_id, id, at)
  ORDER BY workspace_id COLLATE "C", id COLLATE "C"
  ON CONFLICT (workspace_id, id) DO NOTHING`,
};

/**
 * Leaves out results of outdated runs and of deleted outputs. Waits for a deletion, result or decision in progress:
 * whichever comes second sees what the first wrote and counts it. Judge usage is counted from the event log; streams do
 * not have this event. A batch must not have duplicate keys.
 */
const APPLY_SHADOWS = {
  name: 'apply-shadows',
  text: `
  WITH known AS (
    SELECT o.workspace_id, o.id, nullif(o.project_id, '') AS project_id, o.task_id, i.at, i.run, i.applied,
      i.has_judges, i.outcome_set
    FROM unnest(
      $1::text[], $2::text[], $3::timestamptz[], $4::integer[], $5::text[], $6::boolean[], $7::bigint[]
    ) AS i (workspace_id, id, at, run, applied, has_judges, outcome_set)
    JOIN outputs o ON o.workspace_id = i.workspace_id AND o.id = i.id AND o.run = i.run
    WHERE o.deleted_at IS NULL
    ORDER BY o.workspace_id, o.id FOR NO KEY UPDATE OF o
  ), stored AS (
    INSERT INTO shadow_results AS s (workspace_id, id, run, applied)
    SELECT workspace_id, id, run, applied FROM known
    ON CONFLICT (workspace_id, id) DO UPDATE SET run = excluded.run, applied = excluded.applied
    WHERE s.run < excluded.run
    RETURNING workspace_id, id
  ), marked AS (
    UPDATE outputs o SET shadow_set = k.outcome_set
    FROM known k JOIN stored s USING (workspace_id, id)
    WHERE o.workspace_id = k.workspace_id AND o.id = k.id
    RETURNING o.*
  ), outcomes AS (${countWritten(
    `(
        SELECT workspace_id, project_id, task_id, timestamp, human_decision, sample_rate, shadow_set,
          -- Counted with the result.
          NULL::bigint AS outcome_set, require_approval, verdict, is_flagged, label_source, sampled
        FROM marked WHERE visible AND NOT is_set_aside AND status <> 'pending'
      ) AS counted`,
    '$8',
  )}
  )
  INSERT INTO output_events (workspace_id, output_id, event, at, project_id, task_id, run)
  SELECT workspace_id, id, 'shadowed', at, project_id, task_id, run
  FROM known JOIN stored USING (workspace_id, id) WHERE has_judges`,
};

/**
 * Stores the outcomes of shadow rules, each only for the current run. Notifies no one and changes nothing of the
 * result, which may come later.
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
  await db.query({ ...MAKE_STUBS, values: [workspaceIds, ids, times] });
  const cacheSets = await db.transaction(async (tx) => {
    const cache = await sets.remember(tx, shadows);
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
    return cache;
  });
  cacheSets();
}

function latestOfEach(batch: readonly OutputsShadowEvaluated[]): OutputsShadowEvaluated[] {
  const latest = new Map<string, OutputsShadowEvaluated>();
  for (const shadow of batch) {
    const key = outputKey(shadow);
    if ((latest.get(key)?.run ?? 0) < shadow.run) latest.set(key, shadow);
  }
  return [...latest.values()];
}
