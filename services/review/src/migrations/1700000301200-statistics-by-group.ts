import { SqlMigration } from '@output-review/runtime';

export class StatisticsByGroup1700000301200 extends SqlMigration {
  readonly sql = [TABLES, MOVED];
}

const KEY = `
  workspace_id text COLLATE "C" NOT NULL,
  -- The grouping: all, status, project, task, model, instructionsVersion.
  grouping     text COLLATE "C" NOT NULL,
  -- hour, day or week, in UTC. Weeks begin on Mondays.
  length       text COLLATE "C" NOT NULL,
  at           timestamptz NOT NULL,
  -- Empty if an output has none.
  key          text COLLATE "C" NOT NULL`;

const KEY_COLUMNS = 'workspace_id, grouping, length, at, key';

const TABLES = `
-- Blocks the counting of replicas of a previous release until these tables exist.
SELECT 1 FROM statistics_progress FOR UPDATE;

-- The events of an hour, a day and a week, counted from output_events. One row per grouping, because
-- combinations of all groupings would be nearly as many as outputs.
CREATE TABLE statistics_counts (${KEY},
  results        integer NOT NULL,
  passed         integer NOT NULL,
  flagged        integer NOT NULL,
  errors         integer NOT NULL,
  decided        integer NOT NULL,
  cost_usd       double precision NOT NULL,
  judge_calls    integer NOT NULL,
  judge_ms       double precision NOT NULL,
  judge_cost_usd double precision NOT NULL,
  -- The steps within which half, and nine in ten, of the decisions were made.
  p50_step       smallint,
  p90_step       smallint,
  PRIMARY KEY (workspace_id, grouping, length, at, key)
);

-- Decision times: the number of decisions in each step. Four steps double the time. Read for a few of many
-- keys, each in time order.
CREATE TABLE statistics_decision_times (${KEY},
  step smallint NOT NULL,
  n    integer NOT NULL,
  PRIMARY KEY (workspace_id, grouping, length, key, at, step)
);
`;

const GROUPS = `
  LATERAL (VALUES
    ('all', 'all'), ('status', status), ('project', project_id), ('task', task_id), ('model', model),
    ('instructionsVersion', coalesce(nullif(instructions_version, 0)::text, ''))
  ) AS g (grouping, key),
  LATERAL (VALUES
    ('hour', hour), ('day', date_trunc('day', hour, 'UTC')), ('week', date_trunc('week', hour, 'UTC'))
  ) AS l (length, at)`;

const MOVED = `
INSERT INTO statistics_counts
SELECT workspace_id, g.grouping, l.length, l.at, g.key, sum(results),
  coalesce(sum(results) FILTER (WHERE status = 'pass'), 0),
  coalesce(sum(results) FILTER (WHERE status = 'flagged'), 0) + sum(flags),
  coalesce(sum(results) FILTER (WHERE status = 'error'), 0), sum(decided), sum(cost_usd), 0, 0, 0,
  NULL, NULL
FROM hourly_statistics, ${GROUPS} GROUP BY 1, 2, 3, 4, 5;

INSERT INTO statistics_decision_times
SELECT workspace_id, g.grouping, l.length, l.at, g.key, step, sum(n)
FROM hourly_decision_times, ${GROUPS} GROUP BY 1, 2, 3, 4, 5, 6;

UPDATE statistics_counts AS c SET p50_step = q.p50_step, p90_step = q.p90_step
FROM (
  SELECT ${KEY_COLUMNS}, min(step) FILTER (WHERE 2 * below >= decided) AS p50_step,
    min(step) FILTER (WHERE 10 * below >= 9 * decided) AS p90_step
  FROM (
    SELECT ${KEY_COLUMNS}, step, sum(n) OVER (PARTITION BY ${KEY_COLUMNS} ORDER BY step) AS below,
      sum(n) OVER (PARTITION BY ${KEY_COLUMNS}) AS decided
    FROM statistics_decision_times
  ) AS steps GROUP BY ${KEY_COLUMNS}
) AS q
WHERE (c.workspace_id, c.grouping, c.length, c.at, c.key)
  = (q.workspace_id, q.grouping, q.length, q.at, q.key);

DROP TABLE hourly_statistics, hourly_decision_times;
`;
