import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ModelCalls1700000800000 implements MigrationInterface {
  readonly name = 'ModelCalls1700000800000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- When a caller last did what asks a model: as many times as a minute allows, oldest first. A
      -- row of a caller is written over and over, a few times a minute at most.
      CREATE TABLE model_calls (
        caller   text          PRIMARY KEY,
        taken_at timestamptz[] NOT NULL
      ) WITH (fillfactor = 50);
    `);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
