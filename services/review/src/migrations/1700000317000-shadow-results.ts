import { SqlMigration } from '@output-review/runtime';

export class ShadowResults1700000317000 extends SqlMigration {
  readonly sql = TABLES;
}

const TABLES = `
-- The outcomes of shadow rules in their latest reported run. Separate from the result, which may come later,
-- and from everything that is counted by results.
CREATE TABLE shadow_results (
  workspace_id text COLLATE "C" NOT NULL,
  id           text COLLATE "C" NOT NULL,
  run          integer NOT NULL,
  applied      text NOT NULL,
  PRIMARY KEY (workspace_id, id)
);

ALTER TABLE statistics_counts
  ADD COLUMN shadow_calls    integer          NOT NULL DEFAULT 0,
  ADD COLUMN shadow_cost_usd double precision NOT NULL DEFAULT 0;
`;
