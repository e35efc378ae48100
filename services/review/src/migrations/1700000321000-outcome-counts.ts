import { SqlMigration } from '@output-review/runtime';

export class OutcomeCounts1700000321000 extends SqlMigration {
  readonly sql = [
    TABLES,
    OUTCOMES_OF_BEFORE,
    LABELS_OF_BEFORE,
    COUNTS_OF_BEFORE,
    JUDGES_OF_BEFORE,
    INDEXES,
  ];
}

const TABLES = `
-- The outcomes of an evaluation's rules as "version:outcome", for judges with "|" and the model in hexadecimal:
-- few sets for many outputs, numbered by their hash.
CREATE TABLE outcome_sets (
  workspace_id text COLLATE "C" NOT NULL,
  id           bigint NOT NULL,
  outcomes     text[] COLLATE "C" NOT NULL,
  is_shadow    boolean NOT NULL,
  PRIMARY KEY (workspace_id, id)
);

-- The sets of the latest evaluation, for live and for shadow rules, and the source of the label. The row stores
-- the key by which the output is counted, so that it can be removed from the same counts.
ALTER TABLE outputs
  ADD COLUMN outcome_set bigint,
  ADD COLUMN shadow_set bigint,
  ADD COLUMN label_source text COLLATE "C";

-- The number of outputs by outcome and label, by day of the output. Slots as in daily_counts. Deleting an
-- output does not reduce them.
CREATE TABLE outcome_counts (
  workspace_id text COLLATE "C" NOT NULL,
  day          date NOT NULL,
  project_id   text COLLATE "C" NOT NULL,
  task_id      text COLLATE "C" NOT NULL,
  outcome_set  bigint NOT NULL,
  -- held, flagged or passed.
  stratum      text COLLATE "C" NOT NULL,
  -- Of passed outputs, 0 if nothing is sampled.
  sample_rate  double precision NOT NULL,
  -- good, bad or none.
  label        text COLLATE "C" NOT NULL,
  -- reviewed, bulk or imported. Empty without a label.
  label_source text COLLATE "C" NOT NULL,
  -- Whether a labelled output was a sample of passed outputs.
  is_sample    boolean NOT NULL,
  slot         smallint NOT NULL,
  n            integer NOT NULL,
  PRIMARY KEY (workspace_id, day, project_id, task_id, outcome_set, stratum, sample_rate, label,
    label_source, is_sample, slot)
) WITH (fillfactor = 50, autovacuum_vacuum_threshold = 5000);

-- Judge usage of a rule version by steps of duration. Four steps double it. Counted from output_events.
CREATE TABLE judge_counts (
  workspace_id text COLLATE "C" NOT NULL,
  day          date NOT NULL,
  project_id   text COLLATE "C" NOT NULL,
  task_id      text COLLATE "C" NOT NULL,
  version_id   text COLLATE "C" NOT NULL,
  step         smallint NOT NULL,
  calls        integer NOT NULL,
  cost_usd     double precision NOT NULL,
  PRIMARY KEY (workspace_id, day, project_id, task_id, version_id, step)
) WITH (fillfactor = 70);
`;

// The text of summaries that PostgreSQL cannot read as JSON does not matter here. Replacing an escape by that of
// another character keeps the JSON valid, also where its backslash is itself escaped.
const readable = (column: string): string =>
  String.raw`regexp_replace(${column}, '\\u(0000|[dD][89a-fA-F][0-9a-fA-F]{2})', '\\n', 'g')::json`;

/** Like `NumberedSets` numbers them. */
const hashOf = (text: string): string =>
  `('x' || encode(substr(sha256(convert_to(${text}, 'UTF8')), 1, 8), 'hex'))::bit(64)::bigint`;

const setsOf = (column: string): string => `
  LATERAL (
    SELECT array_agg((rule ->> 0) || ':' || (rule ->> 1)
      || coalesce('|' || encode(convert_to(nullif(rule -> 5 ->> 'model', ''), 'UTF8'), 'hex'), '') ORDER BY n) AS outcomes
    FROM json_array_elements(${readable(column)}) WITH ORDINALITY AS rules (rule, n)
  ) AS s`;

const OUTCOMES_OF_BEFORE = `
-- Not a temporary table, which the role may not be allowed to create.
CREATE TABLE former_sets AS
SELECT r.workspace_id, r.id, false AS is_shadow, s.outcomes,
  ${hashOf("array_to_string(s.outcomes, ' ')")} AS number
FROM output_results r, ${setsOf('r.applied')} WHERE r.applied IS NOT NULL AND s.outcomes IS NOT NULL
UNION ALL
SELECT r.workspace_id, r.id, true, s.outcomes, ${hashOf("array_to_string(s.outcomes, ' ')")}
FROM shadow_results r JOIN outputs o USING (workspace_id, id, run), ${setsOf('r.applied')}
WHERE s.outcomes IS NOT NULL;

INSERT INTO outcome_sets (workspace_id, id, outcomes, is_shadow)
SELECT DISTINCT ON (workspace_id, number) workspace_id, number, outcomes, is_shadow FROM former_sets;

UPDATE outputs o SET outcome_set = f.number FROM former_sets f
WHERE f.workspace_id = o.workspace_id AND f.id = o.id AND NOT f.is_shadow AND o.is_applied;

UPDATE outputs o SET shadow_set = f.number FROM former_sets f
WHERE f.workspace_id = o.workspace_id AND f.id = o.id AND f.is_shadow;

DROP TABLE former_sets;
`;

/** Bulk decisions were not marked: detects them as decisions by one person in the same millisecond. */
const LABELS_OF_BEFORE = `
UPDATE outputs o SET label_source = CASE
  WHEN o.decision_source = 'api'
    AND EXISTS (SELECT FROM unnest(o.tags) AS tag WHERE starts_with(tag, 'imported:')) THEN 'imported'
  WHEN d.n > 1 THEN 'bulk'
  ELSE 'reviewed' END
FROM (
  SELECT workspace_id, id, count(*) OVER (PARTITION BY workspace_id, decided_by, decided_at) AS n
  FROM outputs
  WHERE visible AND NOT is_set_aside AND human_decision IN ('approved', 'rejected', 'changed')
    AND decision_source <> 'deadline'
) AS d
WHERE o.workspace_id = d.workspace_id AND o.id = d.id;
`;

const COUNTS_OF_BEFORE = `
INSERT INTO outcome_counts
SELECT workspace_id, (timestamp AT TIME ZONE 'UTC')::date, project_id, coalesce(task_id, ''), sets.id, stratum,
  CASE WHEN stratum = 'passed' THEN coalesce(sample_rate, 0) ELSE 0 END, label, coalesce(label_source, ''),
  label <> 'none' AND stratum = 'passed' AND sampled, 2, count(*)
FROM (
  SELECT *,
    CASE
      WHEN require_approval OR verdict IS DISTINCT FROM 'pass' THEN 'held'
      WHEN is_flagged THEN 'flagged' ELSE 'passed' END AS stratum,
    CASE
      WHEN label_source IS NULL THEN 'none'
      WHEN human_decision = 'approved' THEN 'good' ELSE 'bad' END AS label
  FROM outputs WHERE visible AND NOT is_set_aside AND status <> 'pending'
) AS o, LATERAL (VALUES (outcome_set), (shadow_set)) AS sets (id)
WHERE sets.id IS NOT NULL GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10;
`;

/** Events that are not counted yet are counted later, from the event log. */
const JUDGES_OF_BEFORE = `
SELECT 1 FROM statistics_progress FOR UPDATE;

INSERT INTO judge_counts
SELECT o.workspace_id, (o.timestamp AT TIME ZONE 'UTC')::date, o.project_id, coalesce(o.task_id, ''),
  rule ->> 0, floor(4 * ln(greatest((rule ->> 3)::float8, 1)) / ln(2::float8)), count(*),
  sum(least(coalesce((rule -> 5 ->> 'costUsd')::float8, 0), 1e12))
FROM (
  SELECT workspace_id, id, 'evaluated' AS event, applied FROM output_results
  UNION ALL
  SELECT workspace_id, id, 'shadowed', applied FROM shadow_results
) AS r
JOIN outputs o USING (workspace_id, id),
  json_array_elements(CASE WHEN r.applied LIKE '%,"llm",%' THEN ${readable('r.applied')} END) AS rule
WHERE o.visible AND NOT o.is_set_aside AND rule ->> 2 = 'llm' AND (rule -> 5 ->> 'attempts')::int > 0
  AND (o.workspace_id, o.id, r.event) NOT IN (
    SELECT e.workspace_id, e.output_id, e.event FROM output_events e, statistics_progress p
    WHERE (e.xid, e.n) > (p.xid, p.n) AND e.event IN ('evaluated', 'shadowed')
  )
GROUP BY 1, 2, 3, 4, 5, 6;
`;

const INDEXES = `
-- Few outputs have a label, and few were evaluated by shadow rules.
CREATE INDEX outputs_labelled ON outputs (workspace_id, timestamp DESC, id DESC)
  WHERE visible AND label_source IS NOT NULL;
CREATE INDEX outputs_labelled_outcomes ON outputs (workspace_id, outcome_set)
  WHERE visible AND label_source IS NOT NULL;
CREATE INDEX outputs_shadow_outcomes ON outputs (workspace_id, shadow_set)
  WHERE visible AND shadow_set IS NOT NULL;
`;
