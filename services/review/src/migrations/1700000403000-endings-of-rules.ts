import { SqlMigration } from '@output-review/runtime';

export class EndingsOfRules1700000403000 extends SqlMigration {
  readonly sql = [
    `
-- The outcomes of a set's rules as "version:outcome", without the models of judges: a search can query these
-- without reading the sets. Where a set is read, its entries are split, and that cost makes the planner use the
-- index.
CREATE FUNCTION outcome_endings(outcomes text[]) RETURNS text[]
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 1000 AS $$
  SELECT array_agg(split_part(entry, '|', 1)) FROM unnest(outcomes) AS entry
$$;
`,
  ];
}
