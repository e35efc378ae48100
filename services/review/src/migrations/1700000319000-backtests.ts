import { SqlMigration } from '@output-review/runtime';

export class Backtests1700000319000 extends SqlMigration {
  readonly sql = TABLES;
}

const TABLES = `
CREATE TABLE backtests (
  workspace_id   text COLLATE "C" NOT NULL,
  id             text COLLATE "C" NOT NULL,
  state          text COLLATE "C" NOT NULL,
  -- Null for an unstored rule.
  rule_id        text COLLATE "C",
  rule_version   integer,
  version_ids    text[] COLLATE "C" NOT NULL,
  -- JSON of the rule at the start.
  rule           text NOT NULL,
  -- A search query.
  filter         text NOT NULL,
  outputs_max    integer NOT NULL,
  budget_usd     double precision,
  -- The newest output at the start, and the last checked one. Runs back in time.
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
  -- The process that works on it, until when, when it last started, and since when a judge has been down.
  owner          text,
  lease_until    timestamptz,
  claimed_at     timestamptz,
  away_since     timestamptz,
  PRIMARY KEY (workspace_id, id)
);

CREATE UNIQUE INDEX backtests_active ON backtests (workspace_id) WHERE state IN ('queued', 'running');

-- Outputs on which a backtest differs, numbered in the order of checking. Each is there once.
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
