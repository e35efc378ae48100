import { SqlMigration } from '@output-review/runtime';

export class Views1700000343000 extends SqlMigration {
  readonly sql = TABLE;
}

const TABLE = `
-- Named states of the queue and of the page of outputs.
CREATE TABLE views (
  workspace_id text COLLATE "C" NOT NULL,
  id           text COLLATE "C" NOT NULL,
  owner_id     text COLLATE "C" NOT NULL,
  name         text NOT NULL,
  name_key     text COLLATE "C" NOT NULL,
  page         text COLLATE "C" NOT NULL,
  -- The query string of the page.
  query        text NOT NULL,
  -- Null shows the page's default columns.
  columns      text[],
  is_shared    boolean NOT NULL,
  created_at   timestamptz NOT NULL,
  updated_at   timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE UNIQUE INDEX views_own ON views (workspace_id, owner_id, page, name_key) WHERE NOT is_shared;
CREATE UNIQUE INDEX views_shared ON views (workspace_id, page, name_key) WHERE is_shared;
`;
