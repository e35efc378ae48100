import { textArray, type Transaction } from '@output-review/runtime';
import type { DrawSample } from '@output-review/shared-kernel';

import type { OutputKey } from '../outputs/output.pure.ts';

/**
 * The sample rate of an output with the columns of `row`: that of its task, or else of its project. Null without one.
 * Read in the statement that writes the pass, so that a rate applies once it was confirmed to the caller.
 *
 * Checks once per statement whether there is any rate at all: without one, an output costs nothing.
 */
export const rateFor = (row: string): string => `
  CASE WHEN EXISTS (SELECT FROM names WHERE sample_rate IS NOT NULL) THEN coalesce(
    ${rateOf('task', `${row}.workspace_id`, `${row}.task_id`)},
    ${rateOf('project', `${row}.workspace_id`, `${row}.project_id`)}
  ) END`;

const rateOf = (kind: 'project' | 'task', workspaceId: string, id: string): string => `(
  SELECT sample_rate FROM names
  WHERE workspace_id = ${workspaceId} AND kind = '${kind}' AND id = ${id} AND sample_rate IS NOT NULL)`;

/** An output as an intake statement returned it. */
export interface RatedRow extends OutputKey {
  /** The sample rate when it passed. Null if it did not pass, or nothing is sampled. */
  readonly sampleRate: number | null;
}

/** Marks passed outputs that fall under their rate. */
export async function markSamples(
  tx: Transaction,
  draw: DrawSample,
  rows: readonly RatedRow[],
): Promise<void> {
  const samples = rows.filter(
    ({ workspaceId, id, sampleRate }) => sampleRate !== null && draw(workspaceId, id) < sampleRate,
  );
  if (samples.length === 0) return;
  await tx.query(
    `UPDATE outputs SET sampled = true
     WHERE (workspace_id, id) IN (SELECT * FROM unnest($1::text[], $2::text[]))`,
    [
      textArray(samples.map(({ workspaceId }) => workspaceId)),
      textArray(samples.map(({ id }) => id)),
    ],
  );
}
