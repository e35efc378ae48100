import { SqlMigration } from '@output-review/runtime';

export class OutputEvents1700000300800 extends SqlMigration {
  readonly sql = TABLES;
}

const TABLES = `
-- What happened to outputs, for streams: written with what it tells of, without a word of anybody. The order
-- is that of transactions, then of rows: whoever reads goes no further than the oldest transaction that is
-- still open, so that nothing turns up behind him, and no row is ever written twice for its place.
CREATE TABLE output_events (
  xid          xid8 NOT NULL DEFAULT pg_current_xact_id(),
  n            bigint GENERATED ALWAYS AS IDENTITY,
  workspace_id text COLLATE "C" NOT NULL,
  output_id    text COLLATE "C" NOT NULL,
  -- As streams name it.
  event        text COLLATE "C" NOT NULL,
  at           timestamptz NOT NULL,
  project_id   text COLLATE "C",
  task_id      text COLLATE "C",
  status       text COLLATE "C",
  decision     text COLLATE "C",
  decided_by   text COLLATE "C",
  PRIMARY KEY (xid, n)
);

-- Up to which transaction events were dropped: whoever would go on from there has missed something.
CREATE TABLE output_events_trimmed (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  xid     xid8 NOT NULL
);
`;
