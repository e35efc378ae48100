import { NO_JOB } from '../evaluations/statements.ts';

/** How often leases must be renewed, in milliseconds. */
export const RENEW_EVERY_MS = 4_000;
// Three renewals may fail before somebody else takes over, which is within 20 s of a kill.
const LEASE = `interval '15 seconds'`;

const IS_OPEN = `state = 'judging' AND owner IS NULL`;
const IS_DUE = `${IS_OPEN} AND next_attempt_at <= now()`;
const IS_CLAIMED = `state = 'judging' AND owner IS NOT NULL`;

const CLAIMED = `
  e.workspace_id AS "workspaceId", e.output_id AS id, e.run, e.attempt, e.traceparent, e.material,
  e.progress, extract(epoch FROM now() - e.failing_since)::float8 * 1000 AS "failingForMs"`;

// As a result does, a job takes the row of its output from an earlier run, or where it waits.
export const ENQUEUE = {
  name: 'enqueue_judge_jobs',
  text: `
INSERT INTO evaluations AS e
  (workspace_id, output_id, run, state, traceparent, material, progress, next_attempt_at)
SELECT workspace_id, output_id, run, 'judging', traceparent, material, progress, now()
FROM unnest($1::text[], $2::text[], $3::int[], $4::text[], $5::text[], $6::text[])
  AS new (workspace_id, output_id, run, traceparent, material, progress)
ON CONFLICT (workspace_id, output_id) DO UPDATE SET
  run = excluded.run, state = 'judging', due_at = NULL, request = NULL, result = NULL,
  event_id = NULL, evaluated_at = NULL, sent_at = NULL, claimed_until = NULL,
  traceparent = excluded.traceparent, material = excluded.material, progress = excluded.progress,
  owner = NULL, attempt = NULL, lease_until = NULL, next_attempt_at = now(), failing_since = NULL
WHERE e.state <> 'deleted'
  AND (e.run < excluded.run OR (e.run = excluded.run AND e.state = 'waiting'))`,
};

// The job that is there already is the one that is claimed, with how far it has come.
export const CLAIM_NOW = {
  name: 'claim_judge_job_now',
  text: `
INSERT INTO evaluations AS e
  (workspace_id, output_id, run, state, traceparent, material, progress, next_attempt_at,
   owner, attempt, lease_until)
VALUES ($1, $2, $3, 'judging', $4, $5, $6, now(), $7, 1, now() + ${LEASE})
ON CONFLICT (workspace_id, output_id) DO UPDATE SET
  run = excluded.run, state = 'judging', due_at = NULL, request = NULL, result = NULL,
  event_id = NULL, evaluated_at = NULL, sent_at = NULL, claimed_until = NULL,
  traceparent = coalesce(e.traceparent, excluded.traceparent),
  material = CASE WHEN e.run = excluded.run AND e.state = 'judging'
    THEN e.material ELSE excluded.material END,
  progress = CASE WHEN e.run = excluded.run AND e.state = 'judging'
    THEN e.progress ELSE excluded.progress END,
  owner = excluded.owner, attempt = coalesce(e.attempt, 0) + 1, lease_until = now() + ${LEASE},
  next_attempt_at = now()
WHERE e.state <> 'deleted'
  AND (e.run < excluded.run OR (e.run = excluded.run AND (
    e.state = 'waiting' OR (e.state = 'judging' AND (e.owner IS NULL OR e.lease_until < now())))))
RETURNING ${CLAIMED}`,
};

// So many workspaces are looked at in one claim, beginning behind the one that was served last.
const WORKSPACES_MAX = 100;
// Others claim at the same moment; whoever comes second passes over what the first has locked.
const SPARE_ROWS = 16;

// A workspace's turn is how many jobs of it run already; those that have fewer come first.
export const CLAIM = {
  name: 'claim_judge_jobs',
  text: `
WITH RECURSIVE workspaces (id, place) AS (
  (SELECT workspace_id, 1 FROM evaluations
   WHERE ${IS_DUE} AND workspace_id > $3 AND workspace_id <> ALL ($4::text[])
   ORDER BY workspace_id LIMIT 1)
  UNION ALL
  SELECT following.workspace_id, w.place + 1
  FROM workspaces w CROSS JOIN LATERAL (
    SELECT workspace_id FROM evaluations
    WHERE ${IS_DUE} AND workspace_id > w.id AND workspace_id <> ALL ($4::text[])
    ORDER BY workspace_id LIMIT 1) AS following
  WHERE w.place < ${WORKSPACES_MAX}
), running AS (
  SELECT workspace_id, count(*) AS jobs FROM evaluations WHERE ${IS_CLAIMED} GROUP BY workspace_id
), candidates AS (
  SELECT w.id AS workspace_id, due.output_id, due.next_attempt_at,
    coalesce(r.jobs, 0) + due.place AS turn
  FROM workspaces w
  LEFT JOIN running r ON r.workspace_id = w.id
  CROSS JOIN LATERAL (
    SELECT output_id, next_attempt_at, row_number() OVER (ORDER BY next_attempt_at) AS place
    FROM evaluations
    WHERE ${IS_DUE} AND workspace_id = w.id
    ORDER BY next_attempt_at LIMIT $2 + ${SPARE_ROWS}) AS due
), chosen AS (
  SELECT e.workspace_id, e.output_id
  FROM candidates c
  JOIN evaluations e ON e.workspace_id = c.workspace_id AND e.output_id = c.output_id
  WHERE e.state = 'judging' AND e.owner IS NULL
  ORDER BY c.turn, c.next_attempt_at LIMIT $2
  FOR UPDATE OF e SKIP LOCKED
)
UPDATE evaluations e SET
  owner = $1, attempt = coalesce(e.attempt, 0) + 1, lease_until = now() + ${LEASE}
FROM chosen
WHERE e.workspace_id = chosen.workspace_id AND e.output_id = chosen.output_id
RETURNING ${CLAIMED}`,
};

const IS_MINE = `e.state = 'judging' AND e.owner = $1`;

export const RENEW = {
  name: 'renew_judge_jobs',
  text: `
UPDATE evaluations e SET lease_until = now() + ${LEASE}
FROM unnest($2::text[], $3::text[], $4::int[], $5::int[])
  AS held (workspace_id, output_id, run, attempt)
WHERE e.workspace_id = held.workspace_id AND e.output_id = held.output_id
  AND e.run = held.run AND e.attempt = held.attempt AND ${IS_MINE}
RETURNING e.workspace_id AS "workspaceId", e.output_id AS id, e.run, e.attempt`,
};

const IS_THIS_CLAIM = `
  e.workspace_id = $2 AND e.output_id = $3 AND e.run = $4 AND e.attempt = $5 AND ${IS_MINE}`;

export const SETTLE = {
  name: 'settle_judge_job',
  text: `
UPDATE evaluations e SET
  state = 'done', result = $6, event_id = $7, evaluated_at = $8, seq = DEFAULT,
  recorded_at = now(), sent_at = NULL, claimed_until = NULL, ${NO_JOB}
WHERE ${IS_THIS_CLAIM}
RETURNING e.seq`,
};

export const PUT_OFF = {
  name: 'put_off_judge_job',
  text: `
UPDATE evaluations e SET
  owner = NULL, lease_until = NULL, progress = $6,
  next_attempt_at = now() + $7::float8 * interval '1 millisecond',
  failing_since = CASE WHEN $8::boolean THEN coalesce(e.failing_since, now()) ELSE e.failing_since END
WHERE ${IS_THIS_CLAIM}`,
};

export const FREE_EXPIRED = {
  name: 'free_expired_judge_jobs',
  text: `
UPDATE evaluations SET owner = NULL, lease_until = NULL
WHERE ${IS_CLAIMED} AND ($1::boolean OR lease_until < now())`,
};

export const IS_DELETED = {
  name: 'is_output_deleted',
  text: `
SELECT 1 FROM evaluations WHERE workspace_id = $1 AND output_id = $2 AND state = 'deleted'`,
};

// Two counts, because each has an index of its own.
export const COUNT_JOBS = {
  name: 'count_judge_jobs',
  text: `
SELECT
  (SELECT count(*) FROM evaluations WHERE ${IS_DUE})::int AS due,
  (SELECT count(*) FROM evaluations WHERE ${IS_OPEN} AND next_attempt_at > now())::int AS paused,
  (SELECT count(*) FROM evaluations WHERE ${IS_CLAIMED})::int AS claimed,
  (SELECT extract(epoch FROM now() - min(next_attempt_at))::float8 FROM evaluations
   WHERE ${IS_DUE}) AS "oldestSeconds"`,
};
