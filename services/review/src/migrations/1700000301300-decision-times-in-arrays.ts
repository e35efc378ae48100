import { SqlMigration } from '@output-review/runtime';

export class DecisionTimesInArrays1700000301300 extends SqlMigration {
  readonly sql = IN_ARRAYS;
}

const KEY_COLUMNS = 'workspace_id, grouping, length, key, at';

const IN_ARRAYS = `
-- Keeps the counting of replicas that are older than this away until it is done.
SELECT 1 FROM statistics_progress FOR UPDATE;

ALTER TABLE statistics_decision_times RENAME TO former_decision_times;
ALTER INDEX statistics_decision_times_pkey RENAME TO former_decision_times_pkey;

-- How long decisions took: how many in each of the steps, four of which double the time. All steps in one
-- row: a year of them as rows of their own took longer to read than anything else that is counted.
CREATE TABLE statistics_decision_times (
  workspace_id text COLLATE "C" NOT NULL,
  grouping     text COLLATE "C" NOT NULL,
  length       text COLLATE "C" NOT NULL,
  at           timestamptz NOT NULL,
  key          text COLLATE "C" NOT NULL,
  -- Those in which any was made, from the shortest on, and how many in each.
  steps        smallint[] NOT NULL,
  counts       integer[] NOT NULL,
  PRIMARY KEY (${KEY_COLUMNS})
) WITH (fillfactor = 70);

-- Both are written over and over: with room in the page no index has to be.
ALTER TABLE statistics_counts SET (fillfactor = 70);

INSERT INTO statistics_decision_times (${KEY_COLUMNS}, steps, counts)
SELECT ${KEY_COLUMNS}, array_agg(step ORDER BY step), array_agg(n ORDER BY step)
FROM former_decision_times GROUP BY ${KEY_COLUMNS};

DROP TABLE former_decision_times;
`;
