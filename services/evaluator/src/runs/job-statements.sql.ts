import { IN_OUTBOX, NO_JOB, PUT_INTO_OUTBOX } from './runs.sql.ts';

// checking: its rules are costly, and none of them is settled. judging: all rules without a judge are settled.
const IS_JOB = `state IN ('checking', 'judging')`;

export const CLAIMED = `
  e.workspace_id AS "workspaceId", e.output_id AS id, e.run, e.attempt, e.traceparent`;
const CLAIMED_CHECK = `${CLAIMED}, e.request`;
// Excludes the time since it was due, which says nothing about its judges.
export const FAILING_FOR = `
  extract(epoch FROM least(e.next_attempt_at, now()) - e.failing_since)::float8 * 1000
    AS "failingForMs"`;
const CLAIMED_JOB = `${CLAIMED}, e.material, e.progress, ${FAILING_FOR}`;

/** The end of a lease of this many milliseconds, on the clock of the database. */
function leaseEnd(ms: string): string {
  return `now() + ${ms}::float8 * interval '1 millisecond'`;
}

// Like a result, a job takes over the row of its output from an earlier run, or if the row is waiting.
export const ENQUEUE = {
  name: 'enqueue_jobs',
  text: `
INSERT INTO evaluations AS e
  (workspace_id, output_id, run, state, traceparent, request, material, progress, next_attempt_at)
SELECT workspace_id, output_id, run, state, traceparent, request, material, progress, now()
FROM unnest($1::text[], $2::text[], $3::int[], $4::text[], $5::text[], $6::text[], $7::text[],
    $8::text[])
  AS new (workspace_id, output_id, run, state, traceparent, request, material, progress)
ON CONFLICT (workspace_id, output_id) DO UPDATE SET
  run = excluded.run, state = excluded.state, due_at = NULL, request = excluded.request,
  result = NULL, event_id = NULL, evaluated_at = NULL, sent_at = NULL,
  traceparent = excluded.traceparent, material = excluded.material, progress = excluded.progress,
  owner = NULL, attempt = NULL, lease_until = NULL, next_attempt_at = now(), failing_since = NULL
WHERE e.state <> 'deleted'
  AND (e.run < excluded.run OR (e.run = excluded.run AND e.state = 'waiting'))`,
};

// Claims the existing job with its progress. If its rules were to be checked, uses the caller's progress. Keeps the due
// time, as every claim does. The time since then says nothing about its judges.
export const CLAIM_NOW = {
  name: 'claim_job_now',
  text: `
INSERT INTO evaluations AS e
  (workspace_id, output_id, run, state, traceparent, material, progress, next_attempt_at,
   owner, attempt, lease_until)
VALUES ($1, $2, $3, 'judging', $4, $5, $6, now(), $7, 1, ${leaseEnd('$8')})
ON CONFLICT (workspace_id, output_id) DO UPDATE SET
  run = excluded.run, state = 'judging', due_at = NULL, request = NULL, result = NULL,
  event_id = NULL, evaluated_at = NULL, sent_at = NULL,
  traceparent = coalesce(e.traceparent, excluded.traceparent),
  material = CASE WHEN e.run = excluded.run AND e.state = 'judging'
    THEN e.material ELSE excluded.material END,
  progress = CASE WHEN e.run = excluded.run AND e.state = 'judging'
    THEN e.progress ELSE excluded.progress END,
  owner = excluded.owner, attempt = coalesce(e.attempt, 0) + 1, lease_until = ${leaseEnd('$8')},
  next_attempt_at = least(e.next_attempt_at, now()),
  failing_since = CASE WHEN e.run = excluded.run THEN e.failing_since END
WHERE e.state <> 'deleted'
  AND (e.run < excluded.run OR (e.run = excluded.run AND (
    e.state = 'waiting' OR (e.${IS_JOB} AND (e.owner IS NULL OR e.lease_until < now())))))
RETURNING ${CLAIMED_JOB}`,
};

// Number of workspaces considered per claim, starting after the one that was served last.
const WORKSPACES_MAX = 100;
// Other replicas claim concurrently, and rows that they have locked are skipped.
const SPARE_ROWS = 16;

const evaluationsIn = (state: 'checking' | 'judging') => ({
  ...{ work: state, table: 'evaluations', isWork: `state = '${state}'` },
  claimed: state === 'checking' ? CLAIMED_CHECK : CLAIMED_JOB,
});

export const CLAIM_CHECKS = claimOf(evaluationsIn('checking'));
export const CLAIM = claimOf(evaluationsIn('judging'));

/** Rows that are claimed, one per output. */
interface ClaimedWork {
  readonly work: string;
  readonly table: string;
  /** Condition for rows of this work, written exactly as in the partial indexes. Starts with a column. */
  readonly isWork: string;
  /** The returned columns of a row `e`. */
  readonly claimed: string;
}

/** Claims work of one kind. Workspaces with fewer running jobs come first. */
export function claimOf({ work, table, isWork, claimed }: ClaimedWork) {
  const isDue = `${isWork} AND owner IS NULL AND next_attempt_at <= now()`;
  const text = `
WITH RECURSIVE workspaces (id, place) AS (
  (SELECT workspace_id, 1 FROM ${table}
   WHERE ${isDue} AND workspace_id > $3 AND workspace_id <> ALL ($4::text[])
   ORDER BY workspace_id LIMIT 1)
  UNION ALL
  SELECT following.workspace_id, w.place + 1
  FROM workspaces w CROSS JOIN LATERAL (
    SELECT workspace_id FROM ${table}
    WHERE ${isDue} AND workspace_id > w.id AND workspace_id <> ALL ($4::text[])
    ORDER BY workspace_id LIMIT 1) AS following
  WHERE w.place < ${WORKSPACES_MAX}
), running AS (
  SELECT workspace_id, count(*) AS jobs FROM ${table}
  WHERE ${isWork} AND owner IS NOT NULL GROUP BY workspace_id
), candidates AS (
  SELECT w.id AS workspace_id, due.output_id, due.next_attempt_at,
    coalesce(r.jobs, 0) + due.place AS turn
  FROM workspaces w
  LEFT JOIN running r ON r.workspace_id = w.id
  CROSS JOIN LATERAL (
    SELECT output_id, next_attempt_at, row_number() OVER (ORDER BY next_attempt_at) AS place
    FROM ${table}
    WHERE ${isDue} AND workspace_id = w.id
    ORDER BY next_attempt_at LIMIT $2 + ${SPARE_ROWS}) AS due
), chosen AS (
  SELECT e.workspace_id, e.output_id
  FROM candidates c
  JOIN ${table} e ON e.workspace_id = c.workspace_id AND e.output_id = c.output_id
  WHERE e.${isWork} AND e.owner IS NULL
  ORDER BY c.turn, c.next_attempt_at LIMIT $2
  FOR UPDATE OF e SKIP LOCKED
)
UPDATE ${table} e SET
  owner = $1, attempt = coalesce(e.attempt, 0) + 1, lease_until = ${leaseEnd('$5')}
FROM chosen
WHERE e.workspace_id = chosen.workspace_id AND e.output_id = chosen.output_id
RETURNING ${claimed}`;
  return { name: `claim_${work}_jobs`, text };
}

/** Statements that renew and return claims, and that free expired ones. */
export function leasesOf({ work, table, isWork }: Omit<ClaimedWork, 'claimed'>) {
  const isMine = `e.${isWork} AND e.owner = $1`;
  const isThisClaim = `
  e.workspace_id = $2 AND e.output_id = $3 AND e.run = $4 AND e.attempt = $5 AND ${isMine}`;
  const held = `unnest($2::text[], $3::text[], $4::int[], $5::int[])
  AS held (workspace_id, output_id, run, attempt)`;
  const isHeld = `
  e.workspace_id = held.workspace_id AND e.output_id = held.output_id
  AND e.run = held.run AND e.attempt = held.attempt AND ${isMine}`;
  const renew = `
WITH mine AS (
  SELECT e.workspace_id, e.output_id FROM ${table} e, ${held}
  WHERE ${isHeld}
  ORDER BY e.workspace_id COLLATE "C", e.output_id COLLATE "C" FOR UPDATE OF e
)
UPDATE ${table} e SET lease_until = ${leaseEnd('$6')} FROM mine
WHERE e.workspace_id = mine.workspace_id AND e.output_id = mine.output_id
RETURNING e.workspace_id AS "workspaceId", e.output_id AS id, e.run, e.attempt`;
  // If the job was only interrupted, judges have failed for the same time as at its claim.
  const reschedule = `
UPDATE ${table} e SET
  owner = NULL, lease_until = NULL, progress = coalesce($6, progress),
  next_attempt_at = now() + $7::float8 * interval '1 millisecond',
  failing_since = coalesce(now() - $8::float8 * interval '1 millisecond',
    e.failing_since + (now() - e.next_attempt_at))
WHERE ${isThisClaim}`;
  // Excludes work in progress here: this process renews its lease, or returns the claim with its progress.
  const freeExpired = `
UPDATE ${table} e SET owner = NULL, lease_until = NULL
WHERE e.${isWork} AND e.owner IS NOT NULL
  AND ($6::boolean OR e.lease_until < now() AND NOT EXISTS (SELECT FROM ${held} WHERE ${isHeld}))`;
  return {
    isThisClaim,
    renew: { name: `renew_${work}`, text: renew },
    reschedule: { name: `put_off_${work}`, text: reschedule },
    freeExpired: { name: `free_expired_${work}`, text: freeExpired },
  };
}

export const LEASES = leasesOf({ work: 'jobs', table: 'evaluations', isWork: IS_JOB });

export const SETTLE = {
  name: 'settle_job',
  text: `
WITH recorded AS (
  UPDATE evaluations e SET
    state = 'done', request = NULL, result = $6, event_id = $7, evaluated_at = $8, seq = DEFAULT,
    ${IN_OUTBOX}, ${NO_JOB}
  WHERE ${LEASES.isThisClaim}
  RETURNING e.workspace_id, e.output_id, e.seq
), ${PUT_INTO_OUTBOX}
SELECT seq FROM recorded`,
};

// After its rules were checked, turns the run into a job for judges.
export const PASS_ON = {
  name: 'pass_on_to_judges',
  text: `
UPDATE evaluations e SET
  state = 'judging', request = NULL, material = $6, progress = $7, owner = NULL,
  lease_until = NULL, next_attempt_at = now()
WHERE ${LEASES.isThisClaim}`,
};

// Two counts, because each has an index of its own.
export const COUNT_JOBS = {
  name: 'count_jobs',
  text: `
WITH open AS (
  SELECT state, count(*) FILTER (WHERE next_attempt_at <= now())::int AS due,
    count(*) FILTER (WHERE next_attempt_at > now())::int AS paused,
    extract(epoch FROM now() - min(next_attempt_at))::float8 AS age
  FROM evaluations WHERE ${IS_JOB} AND owner IS NULL GROUP BY state
), claimed AS (
  SELECT state, count(*)::int AS claimed FROM evaluations WHERE ${IS_JOB} AND owner IS NOT NULL
  GROUP BY state
)
SELECT state AS work, coalesce(due, 0) AS due, coalesce(paused, 0) AS paused,
  coalesce(claimed, 0) AS claimed, greatest(age, 0) AS "oldestSeconds"
FROM open FULL JOIN claimed USING (state)`,
};
