/** Runs SQL with a role that may write to the schema `review`. */
export interface SqlRunner {
  query(text: string, values?: unknown[]): Promise<unknown>;
}

export interface SeedOptions {
  readonly workspaceId: string;
  readonly count: number;
  /** The time of the newest output; the others are from the 90 days before. */
  readonly until: Date;
}

/**
 * Fills review with evaluated outputs of one workspace, like a quarter of a year of work: 20 projects of very different
 * sizes with 5 tasks each, 12 models, a session per 8 outputs, 50,000 subjects, 200 actors, tags on every third output.
 * 85 % passed, 12 % were flagged, 3 % had errors; four of five failures are decided. The rows are the same as those the
 * service writes.
 */
export async function seedReview(db: SqlRunner, options: SeedOptions): Promise<void> {
  const { workspaceId, count, until } = options;
  await db.query('SET search_path = review, extensions');
  await db.query(NAMES, [workspaceId]);
  await db.query(OUTPUTS, [workspaceId, count, until]);
  await db.query(BODIES, [workspaceId]);
  await db.query(RESULTS, [workspaceId]);
  await db.query(COUNTS, [workspaceId]);
  await db.query(TERMS, [workspaceId]);
  await db.query('VACUUM ANALYZE');
}

const NAMES = `
  INSERT INTO names (workspace_id, kind, id, project_id, name, name_key, version)
  SELECT $1::text, 'project', 'project-' || p, NULL, 'Project ' || p, 'project ' || p, 1
  FROM generate_series(1, 20) AS p
  UNION ALL
  SELECT $1, 'task', 'task-' || p || '-' || t, 'project-' || p, 'Task ' || t, 'task ' || t, 1
  FROM generate_series(1, 20) AS p, generate_series(1, 5) AS t`;

// The square skews the sizes of projects: the first are big, the last small. Multipliers coprime to the moduli spread
// the values evenly, and identically on every run.
const OUTPUTS = `
  INSERT INTO outputs (
    workspace_id, id, project_id, task_id, timestamp, created_at, queued_at, evaluated_at,
    session_id, subject_id, actor_id, model, tags, latency_ms, cost_usd, run, is_applied, status,
    verdict, confidence_score, human_decision, decided_at, decided_by, decision_source, visible
  )
  SELECT
    $1::text, lpad(to_hex(n), 8, '0') || '-7000-8000-0000-' || lpad(to_hex(n * 7919), 12, '0'),
    'project-' || p, 'task-' || p || '-' || 1 + n % 5, at, at, at, at + interval '40 ms',
    'session-' || n / 8, 'subject-' || n * 31 % 50000, 'actor-' || n * 17 % 200,
    'model-' || n % 12,
    CASE WHEN n % 3 = 0 THEN ARRAY['tag-' || n * 13 % 40, 'group-' || n * 29 % 500] END,
    (n * 37 % 5000)::float8, (n * 11 % 1000)::float8 / 10000, 1, true, status,
    CASE status WHEN 'pass' THEN 'pass' WHEN 'flagged' THEN 'fail' END,
    CASE WHEN status <> 'error' THEN 1 END,
    CASE WHEN decided THEN 'approved' END, CASE WHEN decided THEN at + interval '1 hour' END,
    CASE WHEN decided THEN 'ada@example.com' END, CASE WHEN decided THEN 'dashboard' END, true
  FROM (
    SELECT n, 1 + (20 * power((n * 7919 % 10007)::float8 / 10007, 2))::int % 20 AS p,
      date_trunc('milliseconds', $3::timestamptz - interval '90 days' * (1 - n::float8 / $2)) AS at,
      CASE WHEN n * 101 % 1000 < 850 THEN 'pass' WHEN n * 101 % 1000 < 970 THEN 'flagged'
        ELSE 'error' END AS status,
      n * 101 % 1000 >= 850 AND n % 5 <> 0 AS decided
    FROM generate_series(1, $2::bigint) AS n
  ) AS made`;

const BODIES = `
  INSERT INTO output_bodies (workspace_id, id, output, input, metadata, submission)
  SELECT workspace_id, id, repeat('Your refund is on its way. ', 16) || id,
    'When do I get my refund?', '{"ticket":4711}',
    '{"submittedBy":null,"callbackEvents":"all","onDeadline":"escalate","respondBy":null,"ignoredFields":[]}'
  FROM outputs WHERE workspace_id = $1`;

const RESULTS = `
  INSERT INTO output_results (workspace_id, id, explanation, applied)
  SELECT workspace_id, id, 'All 10 rules passed.', '[]' FROM outputs WHERE workspace_id = $1`;

const COUNTS = `
  INSERT INTO daily_counts (workspace_id, day, project_id, task_id, status, is_decided, slot, n)
  SELECT workspace_id, (timestamp AT TIME ZONE 'UTC')::date, project_id, coalesce(task_id, ''),
    status, human_decision IS NOT NULL, 0, count(*)
  FROM outputs WHERE workspace_id = $1 AND visible GROUP BY 1, 2, 3, 4, 5, 6`;

const TERMS = `
  INSERT INTO search_terms (workspace_id, field, value, folded)
  SELECT DISTINCT workspace_id, field, value, lower(value)
  FROM outputs, LATERAL (VALUES
    ('model', model), ('session', session_id), ('subject', subject_id), ('actor', actor_id)
  ) AS term (field, value)
  WHERE workspace_id = $1 AND value IS NOT NULL`;
