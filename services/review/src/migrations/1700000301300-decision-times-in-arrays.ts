import { SqlMigration } from '@output-review/runtime';

export class DecisionTimesInArrays1700000301300 extends SqlMigration {
  readonly sql = IN_ARRAYS;
}

const KEY_COLUMNS = 'workspace_id, grouping, length, key, at';

const IN_ARRAYS = `
-- Blocks the counting of replicas of a previous release until this is done.
SELECT 1 FROM statistics_progress FOR UPDATE;

ALTER TABLE statistics_decision_times RENAME TO former_decision_times;
ALTER INDEX statistics_decision_times_pkey RENAME TO former_decision_times_pkey;

-- Decision times: the number of decisions in each step. Four steps double the time. All steps are in one row:
-- with a row for each, a year took longer to read than all other counts.
CREATE TABLE statistics_decision_times (
  workspace_id text COLLATE "C" NOT NULL,
  grouping     text COLLATE "C" NOT NULL,
  length       text COLLATE "C" NOT NULL,
  at           timestamptz NOT NULL,
  key          text COLLATE "C" NOT NULL,
  -- The steps with decisions, shortest first, and the number in each.
  steps        smallint[] NOT NULL,
  counts       integer[] NOT NULL,
  PRIMARY KEY (${KEY_COLUMNS})
) WITH (fillfactor = 70);

-- Both are updated again and again: with free space in the page, no index has to be updated.
ALTER TABLE statistics_counts SET (fillfactor = 70);

INSERT INTO statistics_decision_times (${KEY_COLUMNS}, steps, counts)
SELECT ${KEY_COLUMNS}, array_agg(step ORDER BY step), array_agg(n ORDER BY step)
FROM former_decision_times GROUP BY ${KEY_COLUMNS};

DROP TABLE former_decision_times;
`;
