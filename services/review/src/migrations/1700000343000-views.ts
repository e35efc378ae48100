import { SqlMigration } from '@output-review/runtime';

export class Views1700000343000 extends SqlMigration {
  readonly sql = TABLE;
}

const TABLE = `
-- Names for what the queue and the page of outputs show.
CREATE TABLE views (
  workspace_id text COLLATE "C" NOT NULL,
  id           text COLLATE "C" NOT NULL,
  owner_id     text COLLATE "C" NOT NULL,
  name         text NOT NULL,
  name_key     text COLLATE "C" NOT NULL,
  page         text COLLATE "C" NOT NULL,
  -- As the address of the page has it.
  query        text NOT NULL,
  -- Null shows those that the page shows by itself.
  columns      text[],
  is_shared    boolean NOT NULL,
  created_at   timestamptz NOT NULL,
  updated_at   timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE UNIQUE INDEX views_own ON views (workspace_id, owner_id, page, name_key) WHERE NOT is_shared;
CREATE UNIQUE INDEX views_shared ON views (workspace_id, page, name_key) WHERE is_shared;
`;
