import { SqlMigration } from '@output-review/runtime';

export class ModelCalls1700000800000 extends SqlMigration {
  readonly sql = `
      -- When a caller last did what asks a model: as many times as a minute allows, oldest first. A
      -- row of a caller is written over and over, a few times a minute at most.
      CREATE TABLE model_calls (
        caller   text          PRIMARY KEY,
        taken_at timestamptz[] NOT NULL
      ) WITH (fillfactor = 50);
    `;
}
