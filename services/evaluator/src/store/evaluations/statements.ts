/** Ends whatever job an evaluation was. */
export const NO_JOB = `
  material = NULL, progress = NULL, owner = NULL, attempt = NULL, lease_until = NULL,
  next_attempt_at = NULL, failing_since = NULL`;

// A result takes the row of its output where there is none, where it waits for this run, or where
// it is of an earlier run; never from a result or a job of its own run, nor from a deleted output.
export const RECORD = {
  name: 'record_evaluations',
  text: `
INSERT INTO evaluations AS e
  (workspace_id, output_id, run, state, result, event_id, evaluated_at, traceparent)
SELECT workspace_id, output_id, run, 'done', result, event_id, evaluated_at, traceparent
FROM unnest($1::text[], $2::text[], $3::int[], $4::text[], $5::text[], $6::timestamptz[], $7::text[])
  AS new (workspace_id, output_id, run, result, event_id, evaluated_at, traceparent)
ON CONFLICT (workspace_id, output_id) DO UPDATE SET
  run = excluded.run, state = 'done', due_at = NULL, request = NULL, result = excluded.result,
  event_id = excluded.event_id, evaluated_at = excluded.evaluated_at,
  traceparent = excluded.traceparent, seq = excluded.seq, recorded_at = now(), sent_at = NULL,
  claimed_until = NULL,${NO_JOB}
WHERE e.state <> 'deleted'
  AND (e.run < excluded.run OR (e.run = excluded.run AND e.state = 'waiting'))
RETURNING seq, event_id AS "eventId"`,
};

export const HOLD = {
  name: 'hold_submissions',
  text: `
INSERT INTO evaluations (workspace_id, output_id, run, state, due_at, request, traceparent)
SELECT workspace_id, output_id, 1, 'waiting', due_at, request, traceparent
FROM unnest($1::text[], $2::text[], $3::timestamptz[], $4::text[], $5::text[])
  AS new (workspace_id, output_id, due_at, request, traceparent)
ON CONFLICT DO NOTHING`,
};

// Takes what fits and the one that goes beyond it. The length of a text is known without reading it.
export const FIND_DUE = {
  name: 'find_due_submissions',
  text: `
WITH due AS (
  SELECT request, due_at, traceparent FROM evaluations
  WHERE state = 'waiting' AND due_at <= $1 ORDER BY due_at LIMIT $2
), running AS (
  SELECT request, due_at, traceparent, octet_length(request) AS bytes,
    sum(octet_length(request)) OVER (ORDER BY due_at ROWS UNBOUNDED PRECEDING) AS total
  FROM due
)
SELECT request, due_at AS "dueAt", traceparent FROM running
WHERE total - bytes < $3 ORDER BY due_at`,
};

export const REOPEN = {
  name: 'reopen_evaluations',
  text: `
UPDATE evaluations e SET
  seq = DEFAULT, recorded_at = now(), sent_at = NULL, claimed_until = NULL
FROM unnest($1::text[], $2::text[], $3::int[]) AS asked (workspace_id, output_id, run)
WHERE e.workspace_id = asked.workspace_id AND e.output_id = asked.output_id
  AND e.run = asked.run AND e.state = 'done'
RETURNING e.seq, e.result, e.event_id AS "eventId", e.traceparent`,
};

export const FIND_SETTLED = {
  name: 'find_settled_runs',
  text: `
SELECT e.workspace_id AS "workspaceId", e.output_id AS id
FROM evaluations e
JOIN unnest($1::text[], $2::text[], $3::int[]) AS asked (workspace_id, output_id, run)
  ON e.workspace_id = asked.workspace_id AND e.output_id = asked.output_id
WHERE e.run >= asked.run OR e.state = 'deleted'`,
};

export const FORGET = {
  name: 'forget_evaluations',
  text: `
INSERT INTO evaluations (workspace_id, output_id, run, state)
SELECT workspace_id, output_id, 1, 'deleted'
FROM unnest($1::text[], $2::text[]) AS gone (workspace_id, output_id)
ON CONFLICT (workspace_id, output_id) DO UPDATE SET
  state = 'deleted', due_at = NULL, request = NULL, result = NULL, event_id = NULL,
  evaluated_at = NULL, traceparent = NULL, sent_at = NULL, claimed_until = NULL,${NO_JOB}
WHERE evaluations.state <> 'deleted'`,
};

export const LOOK_UP = {
  name: 'look_up_evaluations',
  text: `
SELECT result FROM evaluations WHERE workspace_id = $1 AND output_id = ANY($2) AND state = 'done'`,
};
