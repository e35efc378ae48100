import type { Client } from 'pg';

import { YEAR_DAYS } from './statistics.ts';

export interface FillLogOptions {
  readonly workspaceId: string;
  readonly outputs: number;
  /** The time of the newest output. */
  readonly until: Date;
}

/**
 * Inserts a year of evaluated outputs and their events, like those the service writes: 20 projects of very different
 * sizes with 5 tasks each, 12 models, 8 versions of instructions. 85 % passed, 12 % were flagged, 3 % had errors; four
 * of five failures were decided after a minute to most of a day. Texts and results are omitted, because statistics do
 * not read them.
 */
export async function fillLog(
  client: Client,
  { workspaceId, outputs, until }: FillLogOptions,
): Promise<void> {
  await client.query('SET search_path = review, extensions');
  await client.query(OUTPUTS, [workspaceId, outputs, until]);
  await client.query(EVENTS, [workspaceId]);
  await client.query('VACUUM ANALYZE outputs, output_events');
}

// The square skews the sizes of projects: the first are big, the last small. Multipliers coprime to the moduli spread
// the values evenly, and identically on every run.
const OUTPUTS = `
  INSERT INTO outputs (
    workspace_id, id, project_id, task_id, timestamp, created_at, queued_at, evaluated_at,
    model, instructions_version, cost_usd, run, is_applied, status,
    verdict, confidence_score, human_decision, decided_at, decided_by, decision_source, visible
  )
  SELECT
    $1::text, lpad(to_hex(n), 8, '0') || '-7000-8000-0000-' || lpad(to_hex(n * 7919), 12, '0'),
    'project-' || p, 'task-' || p || '-' || 1 + n % 5, at, at, at, at, 'model-' || n % 12,
    1 + n * 7 % 8, (n * 11 % 1000)::float8 / 10000, 1, true, status,
    CASE status WHEN 'pass' THEN 'pass' WHEN 'flagged' THEN 'fail' END,
    CASE WHEN status <> 'error' THEN 1 END,
    CASE WHEN decided THEN 'approved' END,
    CASE WHEN decided THEN at + interval '1 ms' * 2 ^ (16 + (n * 37 % 1000)::float8 / 100) END,
    CASE WHEN decided THEN 'ada@example.com' END, CASE WHEN decided THEN 'dashboard' END, true
  FROM (
    SELECT n, 1 + (20 * power((n * 7919 % 10007)::float8 / 10007, 2))::int % 20 AS p,
      date_trunc('milliseconds',
        $3::timestamptz - interval '${YEAR_DAYS} days' * (1 - n::float8 / $2)) AS at,
      CASE WHEN n * 101 % 1000 < 850 THEN 'pass' WHEN n * 101 % 1000 < 970 THEN 'flagged'
        ELSE 'error' END AS status,
      n * 101 % 1000 >= 850 AND n % 5 <> 0 AS decided
    FROM generate_series(1, $2::bigint) AS n
  ) AS made`;

const EVENTS = `
  INSERT INTO output_events (workspace_id, output_id, event, at, project_id, task_id, status)
  SELECT workspace_id, id, event, at, project_id, task_id, status
  FROM outputs, LATERAL (VALUES ('evaluated', evaluated_at), ('decided', decided_at)) AS e (event, at)
  WHERE workspace_id = $1 AND at IS NOT NULL
  ORDER BY at`;
