import { SqlMigration } from '@output-review/runtime';

export class EndingsOfRules1700000403000 extends SqlMigration {
  readonly sql = [
    `
-- How the rules of a set ended, as "version:outcome", whatever the models of judges: what a search can ask for without
-- having read the sets. Where a set is read, it is taken apart: at that cost the planner takes the index.
CREATE FUNCTION outcome_endings(outcomes text[]) RETURNS text[]
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 1000 AS $$
  SELECT array_agg(split_part(entry, '|', 1)) FROM unnest(outcomes) AS entry
$$;
`,
  ];
}
