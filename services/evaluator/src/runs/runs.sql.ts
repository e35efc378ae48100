import type { OutputsEvaluated, OutputsSubmitted } from '@output-review/contracts';
import { type Database, textArray } from '@output-review/runtime';

import {
  inKeyOrder,
  latestRuns,
  type NewResult,
  type OutputRef,
  type RecordedResult,
  type RunRef,
  type WaitingSubmission,
} from './runs.pure.ts';

/**
 * Records results in one statement. Skips results of runs that have one, of runs earlier than the latest, and of
 * deleted outputs.
 */
export async function recordResults(
  db: Database,
  results: readonly NewResult[],
): Promise<RecordedResult[]> {
  if (results.length === 0) return [];
  const rows = latestRuns(results, ({ data }) => data).map((result) => ({
    ...result,
    json: JSON.stringify(result.data),
  }));
  const answer = await db.query<{ seq: string; eventId: string }>({
    ...RECORD,
    values: [
      textArray(rows.map(({ data }) => data.workspaceId)),
      textArray(rows.map(({ data }) => data.id)),
      rows.map(({ data }) => data.run),
      textArray(rows.map(({ json }) => json)),
      textArray(rows.map(({ eventId }) => eventId)),
      rows.map(({ data }) => data.evaluatedAt),
      textArray(rows.map(({ traceparent }) => traceparent)),
    ],
  });
  const byEvent = new Map(rows.map((row) => [row.eventId, row]));
  return answer.rows.flatMap(({ seq, eventId }) => {
    const row = byEvent.get(eventId);
    return row ? [{ ...row, seq }] : [];
  });
}

/** Holds submissions for their inline calls until they are due. */
export async function holdSubmissions(
  db: Database,
  waiting: readonly WaitingSubmission[],
): Promise<void> {
  const rows = inKeyOrder(waiting, ({ data }) => data);
  await db.query({
    ...HOLD,
    values: [
      textArray(rows.map(({ data }) => data.workspaceId)),
      textArray(rows.map(({ data }) => data.id)),
      rows.map(({ dueAt }) => dueAt),
      textArray(rows.map(({ data }) => JSON.stringify(data))),
      textArray(rows.map(({ traceparent }) => traceparent)),
    ],
  });
}

/** Some of the submissions that no inline call has settled in time, longest due first. */
export async function findDue(db: Database, now: Date): Promise<WaitingSubmission[]> {
  const { rows } = await db.query<DueRow>({ ...FIND_DUE, values: [now] });
  return rows.map(({ request, dueAt, traceparent }) => ({
    data: JSON.parse(request) as OutputsSubmitted,
    dueAt,
    traceparent,
  }));
}

/** Marks stored results of exactly these runs to be published again. */
export async function reopenRuns(db: Database, runs: readonly RunRef[]): Promise<RecordedResult[]> {
  const { rows } = await db.query<ResultRow>({ ...REOPEN, values: runColumns(runs) });
  return rows.map(toRecordedResult);
}

/** Runs that need no evaluation: settled, left to the inline call, superseded, or deleted. */
export async function findSettled(db: Database, runs: readonly RunRef[]): Promise<OutputRef[]> {
  const { rows } = await db.query<OutputRef>({ ...FIND_SETTLED, values: runColumns(runs) });
  return rows;
}

/**
 * Keeps only the keys of deleted outputs, so that a late result is ignored. Also deletes the pending shadow runs of
 * these outputs.
 */
export async function forgetOutputs(db: Database, outputs: readonly OutputRef[]): Promise<void> {
  const rows = inKeyOrder(outputs, (output) => output);
  const values = [rows.map(({ workspaceId }) => workspaceId), rows.map(({ id }) => id)];
  await db.query({ ...FORGET, values });
}

/** The stored results of these outputs. */
export async function lookUpResults(
  db: Database,
  workspaceId: string,
  ids: readonly string[],
): Promise<OutputsEvaluated[]> {
  const { rows } = await db.query<{ result: string }>({ ...LOOK_UP, values: [workspaceId, ids] });
  return rows.map(({ result }) => JSON.parse(result) as OutputsEvaluated);
}

/** The stored result of an output; `deleted` if the output was deleted, null if it has none yet. */
export async function lookUpEnding(
  db: Database,
  { workspaceId, id }: OutputRef,
): Promise<OutputsEvaluated | 'deleted' | null> {
  const { rows } = await db.query<{ result: string | null }>({
    ...LOOK_UP_ENDING,
    values: [workspaceId, id],
  });
  const [ended] = rows;
  if (!ended) return null;
  return ended.result === null ? 'deleted' : (JSON.parse(ended.result) as OutputsEvaluated);
}

export interface ResultRow {
  readonly seq: string;
  readonly result: string;
  readonly eventId: string;
  readonly traceparent: string | null;
}

export function toRecordedResult({ seq, result, eventId, traceparent }: ResultRow): RecordedResult {
  return { seq, json: result, data: JSON.parse(result) as OutputsEvaluated, eventId, traceparent };
}

interface DueRow {
  readonly request: string;
  readonly dueAt: Date;
  readonly traceparent: string | null;
}

function runColumns(runs: readonly RunRef[]): unknown[] {
  const rows = inKeyOrder(runs, (run) => run);
  return [
    rows.map(({ workspaceId }) => workspaceId),
    rows.map(({ id }) => id),
    rows.map(({ run }) => run),
  ];
}

/** Marks that the event of a result is in the outbox: `adoptUnsent` takes over those without `sent_at`. */
export const IN_OUTBOX = `recorded_at = now(), sent_at = now()`;

/** Puts the events of `recorded`, a part of the same statement, into the outbox. */
export const PUT_INTO_OUTBOX = `unsent AS (
  INSERT INTO evaluation_outbox (seq, workspace_id, output_id)
  SELECT seq, workspace_id, output_id FROM recorded
)`;

/** Clears the job of an evaluation. */
export const NO_JOB = `
  material = NULL, progress = NULL, owner = NULL, attempt = NULL, lease_until = NULL,
  next_attempt_at = NULL, failing_since = NULL`;

// A result takes over the row of its output if there is none, if it waits for this run, or if it is of an earlier run.
// It never replaces a result or job of its own run, nor a deleted output.
const RECORD = {
  name: 'record_evaluations',
  text: `
WITH recorded AS (
  INSERT INTO evaluations AS e
    (workspace_id, output_id, run, state, result, event_id, evaluated_at, traceparent, sent_at)
  SELECT workspace_id, output_id, run, 'done', result, event_id, evaluated_at, traceparent, now()
  FROM unnest($1::text[], $2::text[], $3::int[], $4::text[], $5::text[], $6::timestamptz[], $7::text[])
    AS new (workspace_id, output_id, run, result, event_id, evaluated_at, traceparent)
  ON CONFLICT (workspace_id, output_id) DO UPDATE SET
    run = excluded.run, state = 'done', due_at = NULL, request = NULL, result = excluded.result,
    event_id = excluded.event_id, evaluated_at = excluded.evaluated_at,
    traceparent = excluded.traceparent, seq = excluded.seq, ${IN_OUTBOX},${NO_JOB}
  WHERE e.state <> 'deleted'
    AND (e.run < excluded.run OR (e.run = excluded.run AND e.state = 'waiting'))
  RETURNING workspace_id, output_id, seq, event_id
), ${PUT_INTO_OUTBOX}
SELECT seq, event_id AS "eventId" FROM recorded`,
};

const HOLD = {
  name: 'hold_submissions',
  text: `
INSERT INTO evaluations (workspace_id, output_id, run, state, due_at, request, traceparent)
SELECT workspace_id, output_id, 1, 'waiting', due_at, request, traceparent
FROM unnest($1::text[], $2::text[], $3::timestamptz[], $4::text[], $5::text[])
  AS new (workspace_id, output_id, due_at, request, traceparent)
ON CONFLICT DO NOTHING`,
};

// 100 submissions of the maximum size take 440 MB, more than a process may use. So bytes limit a batch of large ones.
const DUE_ROWS_MAX = 100;
const DUE_BYTES_MAX = 8_000_000;

// Takes submissions up to the one that exceeds the limit. Text lengths are known without reading the text.
const FIND_DUE = {
  name: 'find_due_submissions',
  text: `
WITH due AS (
  SELECT request, due_at, traceparent FROM evaluations
  WHERE state = 'waiting' AND due_at <= $1 ORDER BY due_at LIMIT ${DUE_ROWS_MAX}
), running AS (
  SELECT request, due_at, traceparent, octet_length(request) AS bytes,
    sum(octet_length(request)) OVER (ORDER BY due_at ROWS UNBOUNDED PRECEDING) AS total
  FROM due
)
SELECT request, due_at AS "dueAt", traceparent FROM running
WHERE total - bytes < ${DUE_BYTES_MAX} ORDER BY due_at`,
};

const REOPEN = {
  name: 'reopen_evaluations',
  text: `
WITH recorded AS (
  UPDATE evaluations e SET seq = DEFAULT, ${IN_OUTBOX}
  FROM unnest($1::text[], $2::text[], $3::int[]) AS asked (workspace_id, output_id, run)
  WHERE e.workspace_id = asked.workspace_id AND e.output_id = asked.output_id
    AND e.run = asked.run AND e.state = 'done'
  RETURNING e.workspace_id, e.output_id, e.seq, e.result, e.event_id, e.traceparent
), ${PUT_INTO_OUTBOX}
SELECT seq, result, event_id AS "eventId", traceparent FROM recorded`,
};

const FIND_SETTLED = {
  name: 'find_settled_runs',
  text: `
SELECT e.workspace_id AS "workspaceId", e.output_id AS id
FROM evaluations e
JOIN unnest($1::text[], $2::text[], $3::int[]) AS asked (workspace_id, output_id, run)
  ON e.workspace_id = asked.workspace_id AND e.output_id = asked.output_id
WHERE e.run >= asked.run OR e.state = 'deleted'`,
};

const FORGET = {
  name: 'forget_evaluations',
  text: `
WITH gone AS (
  SELECT workspace_id, output_id FROM unnest($1::text[], $2::text[]) AS gone (workspace_id, output_id)
), shadow AS (
  DELETE FROM shadow_runs WHERE (workspace_id, output_id) IN (
    SELECT s.workspace_id, s.output_id FROM gone JOIN shadow_runs s USING (workspace_id, output_id)
    ORDER BY s.workspace_id COLLATE "C", s.output_id COLLATE "C" FOR UPDATE OF s)
)
INSERT INTO evaluations (workspace_id, output_id, run, state)
SELECT workspace_id, output_id, 1, 'deleted' FROM gone
ON CONFLICT (workspace_id, output_id) DO UPDATE SET
  state = 'deleted', due_at = NULL, request = NULL, result = NULL, event_id = NULL,
  evaluated_at = NULL, traceparent = NULL, sent_at = NULL,${NO_JOB}
WHERE evaluations.state <> 'deleted'`,
};

const LOOK_UP = {
  name: 'look_up_evaluations',
  text: `
SELECT result FROM evaluations WHERE workspace_id = $1 AND output_id = ANY($2) AND state = 'done'`,
};

const LOOK_UP_ENDING = {
  name: 'look_up_ending',
  text: `
SELECT result FROM evaluations
WHERE workspace_id = $1 AND output_id = $2 AND state IN ('done', 'deleted')`,
};
