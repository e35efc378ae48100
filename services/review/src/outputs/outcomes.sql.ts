import type { AppliedRule, RuleOutcome } from '@output-review/contracts';
import type { Transaction } from '@output-review/runtime';

import { CHANGE_SLOT } from './counts.sql.ts';
import type { Output } from './output.pure.ts';
import { outcomesOf } from './outcomes.pure.ts';

/** The outcome of a rule version, as an entry of `outcome_sets`. */
export interface SetEntry {
  readonly versionId: string;
  readonly outcome: RuleOutcome;
  /** The model that its judge used, null without one. */
  readonly model: string | null;
}

/** `version:outcome`, and for a judge `|` and its model in hexadecimal, because that may have any character. */
export function writeSetEntry({ ruleVersionId, outcome, judge }: AppliedRule): string {
  const model = judge?.model ? `|${Buffer.from(judge.model).toString('hex')}` : '';
  return `${ruleVersionId}:${outcome}${model}`;
}

export function readSetEntry(entry: string): SetEntry {
  const [ended = '', model] = entry.split('|');
  const colon = ended.lastIndexOf(':');
  return {
    versionId: ended.slice(0, colon),
    outcome: ended.slice(colon + 1) as RuleOutcome,
    model: model === undefined ? null : Buffer.from(model, 'hex').toString(),
  };
}

/**
 * The label of an output, in a statement with its columns: how its current decision judges it. Without a decision, or
 * if it says nothing about the output, `label_source` is null (`labelSourceOf`).
 */
export const LABEL = `CASE
          WHEN label_source IS NULL THEN 'none'
          WHEN human_decision = 'approved' THEN 'good' ELSE 'bad' END`;

/** The key of `outcome_counts`, apart from the slot. */
export const OUTCOME_KEY = `workspace_id, day, project_id, task_id, outcome_set, stratum, sample_rate, label,
      label_source, is_sample`;

/** The columns that `countWritten` reads, for a RETURNING clause. */
export const OUTCOME_COLUMNS = `
      outcome_set, shadow_set, require_approval, verdict, is_flagged, label_source, sampled`;

/**
 * Counts the outcomes of outputs that a statement has just written, like `outcomesOf`.
 *
 * @param written a CTE that returns OUTCOME_COLUMNS, and the key, place, time, status, decision and sample rate of
 * outputs with a result.
 */
export const countWritten = (written: string, slot: string): string => `
    INSERT INTO outcome_counts AS c (${OUTCOME_KEY}, slot, n)
    SELECT workspace_id, (timestamp AT TIME ZONE 'UTC')::date, project_id, coalesce(task_id, ''), sets.id,
      stratum, CASE WHEN stratum = 'passed' THEN coalesce(sample_rate, 0) ELSE 0 END, label,
      coalesce(label_source, ''), label <> 'none' AND stratum = 'passed' AND sampled, ${slot}::smallint,
      count(*)
    FROM (
      SELECT *,
        CASE
          WHEN require_approval OR verdict IS DISTINCT FROM 'pass' THEN 'held'
          WHEN is_flagged THEN 'flagged' ELSE 'passed' END AS stratum,
        ${LABEL} AS label
      FROM ${written} WHERE outcome_set IS NOT NULL OR shadow_set IS NOT NULL
    ) AS o, LATERAL (VALUES (outcome_set), (shadow_set)) AS sets (id)
    WHERE sets.id IS NOT NULL
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
    ON CONFLICT (${OUTCOME_KEY}, slot) DO UPDATE SET n = c.n + excluded.n`;

/** Moves outputs in the outcome counts, together with the change of their rows. */
export async function moveOutcomes(
  tx: Transaction,
  changes: readonly { readonly before: Output; readonly after: Output }[],
): Promise<void> {
  const moved = changes.flatMap(({ before, after }) => {
    const [from, to] = [outcomesOf(before), outcomesOf(after)];
    // Most changes do not affect these counts.
    if (JSON.stringify(from) === JSON.stringify(to)) return [];
    return [...from.map((each) => ({ ...each, n: -1 })), ...to.map((each) => ({ ...each, n: 1 }))];
  });
  if (moved.length === 0) return;
  await tx.query({
    name: 'move-outcomes',
    text: `
    INSERT INTO outcome_counts AS c (${OUTCOME_KEY}, slot, n)
    SELECT w, (at AT TIME ZONE 'UTC')::date AS day, p, t, o, s, r, l, b, i, ${CHANGE_SLOT}, sum(n)
    FROM unnest(
      $1::text[], $2::timestamptz[], $3::text[], $4::text[], $5::bigint[], $6::text[], $7::float8[],
      $8::text[], $9::text[], $10::boolean[], $11::int[]
    ) AS moved (w, at, p, t, o, s, r, l, b, i, n)
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 HAVING sum(n) <> 0
    ORDER BY w COLLATE "C", day, p COLLATE "C", t COLLATE "C", o, s COLLATE "C", r, l COLLATE "C",
      b COLLATE "C", i
    ON CONFLICT (${OUTCOME_KEY}, slot) DO UPDATE SET n = c.n + excluded.n`,
    values: [
      moved.map(({ workspaceId }) => workspaceId),
      moved.map(({ timestamp }) => timestamp),
      moved.map(({ projectId }) => projectId),
      moved.map(({ taskId }) => taskId),
      moved.map(({ outcomeSet }) => outcomeSet),
      moved.map(({ stratum }) => stratum),
      moved.map(({ sampleRate }) => sampleRate),
      moved.map(({ label }) => label),
      moved.map(({ labelSource }) => labelSource),
      moved.map(({ isSample }) => isSample),
      moved.map(({ n }) => n),
    ],
  });
}
