import { SqlMigration } from '@output-review/runtime';

export class ModelCalls1700000800000 extends SqlMigration {
  readonly sql = `
      -- The times of the last model calls of a caller, as many as a minute allows, oldest first. The row of a caller is
      -- overwritten a few times a minute at most.
      CREATE TABLE model_calls (
        caller   text          PRIMARY KEY,
        taken_at timestamptz[] NOT NULL
      ) WITH (fillfactor = 50);
    `;
}
