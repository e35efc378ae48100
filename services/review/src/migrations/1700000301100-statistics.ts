import { SqlMigration } from '@output-review/runtime';

export class Statistics1700000301100 extends SqlMigration {
  readonly sql = TABLES;
}

const KEY = `
  workspace_id         text COLLATE "C" NOT NULL,
  hour                 timestamptz NOT NULL,
  -- Empty, or 0, if an output has none.
  status               text COLLATE "C" NOT NULL,
  project_id           text COLLATE "C" NOT NULL,
  task_id              text COLLATE "C" NOT NULL,
  model                text COLLATE "C" NOT NULL,
  instructions_version integer NOT NULL`;
const KEY_COLUMNS = 'workspace_id, hour, status, project_id, task_id, model, instructions_version';

const TABLES = `
-- The events of an hour, counted from output_events.
CREATE TABLE hourly_statistics (${KEY},
  results  integer NOT NULL,
  flags    integer NOT NULL,
  decided  integer NOT NULL,
  cost_usd double precision NOT NULL,
  PRIMARY KEY (${KEY_COLUMNS})
);

-- Decision times: the number of decisions in each step. Four steps double the time.
CREATE TABLE hourly_decision_times (${KEY},
  step smallint NOT NULL,
  n    integer NOT NULL,
  PRIMARY KEY (${KEY_COLUMNS}, step)
);

-- The position up to which output_events is counted.
CREATE TABLE statistics_progress (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  xid     xid8 NOT NULL,
  n       bigint NOT NULL
);
INSERT INTO statistics_progress (xid, n) VALUES ('0', 0);
`;
