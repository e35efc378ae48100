import { SqlMigration } from '@output-review/runtime';

export class Backtests1700000319000 extends SqlMigration {
  readonly sql = TABLES;
}

const TABLES = `
CREATE TABLE backtests (
  workspace_id   text COLLATE "C" NOT NULL,
  id             text COLLATE "C" NOT NULL,
  state          text COLLATE "C" NOT NULL,
  -- Null for a rule that is not stored.
  rule_id        text COLLATE "C",
  rule_version   integer,
  version_ids    text[] COLLATE "C" NOT NULL,
  -- JSON of the rule as it was at the start.
  rule           text NOT NULL,
  -- The query of a search.
  filter         text NOT NULL,
  outputs_max    integer NOT NULL,
  budget_usd     double precision,
  -- The newest output of the start, and the last one that was checked; from one to the next goes back in time.
  from_timestamp timestamptz,
  from_id        text COLLATE "C",
  last_timestamp timestamptz,
  last_id        text COLLATE "C",
  total          integer NOT NULL,
  checked        integer NOT NULL DEFAULT 0,
  would_fail     integer NOT NULL DEFAULT 0,
  newly_failed   integer NOT NULL DEFAULT 0,
  newly_passed   integer NOT NULL DEFAULT 0,
  erred          integer NOT NULL DEFAULT 0,
  skipped        integer NOT NULL DEFAULT 0,
  agrees         integer NOT NULL DEFAULT 0,
  disagrees      integer NOT NULL DEFAULT 0,
  cost_usd       double precision NOT NULL DEFAULT 0,
  error          text,
  created_by     text NOT NULL,
  created_at     timestamptz NOT NULL,
  finished_at    timestamptz,
  -- Who works on it, until when; when somebody last began to; and since when a judge has been away.
  owner          text,
  lease_until    timestamptz,
  claimed_at     timestamptz,
  away_since     timestamptz,
  PRIMARY KEY (workspace_id, id)
);

CREATE UNIQUE INDEX backtests_active ON backtests (workspace_id) WHERE state IN ('queued', 'running');

-- Outputs that a backtest decides differently, numbered as they were checked: none is there twice.
CREATE TABLE backtest_flips (
  workspace_id text COLLATE "C" NOT NULL,
  backtest_id  text COLLATE "C" NOT NULL,
  n            integer NOT NULL,
  output_id    text COLLATE "C" NOT NULL,
  was          text COLLATE "C",
  would        text COLLATE "C" NOT NULL,
  label        text COLLATE "C" NOT NULL,
  PRIMARY KEY (workspace_id, backtest_id, n)
);
`;
