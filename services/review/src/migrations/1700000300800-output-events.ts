import { SqlMigration } from '@output-review/runtime';

export class OutputEvents1700000300800 extends SqlMigration {
  readonly sql = TABLES;
}

const TABLES = `
-- Events of outputs for streams, with their data but without any text. Ordered by transaction, then by row:
-- readers stop at the oldest open transaction, so that no event appears behind them. Each row has a position of
-- its own.
CREATE TABLE output_events (
  xid          xid8 NOT NULL DEFAULT pg_current_xact_id(),
  n            bigint GENERATED ALWAYS AS IDENTITY,
  workspace_id text COLLATE "C" NOT NULL,
  output_id    text COLLATE "C" NOT NULL,
  -- The name in streams.
  event        text COLLATE "C" NOT NULL,
  at           timestamptz NOT NULL,
  project_id   text COLLATE "C",
  task_id      text COLLATE "C",
  status       text COLLATE "C",
  decision     text COLLATE "C",
  decided_by   text COLLATE "C",
  PRIMARY KEY (xid, n)
);

-- Up to which transaction events were deleted: a reader that resumes before it has missed events.
CREATE TABLE output_events_trimmed (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  xid     xid8 NOT NULL
);
`;
