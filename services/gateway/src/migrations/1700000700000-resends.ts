import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Resends1700000700000 implements MigrationInterface {
  readonly name = 'Resends1700000700000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- When the event was last sent again, because review lacked the output. Null for nearly all.
      ALTER TABLE submissions ADD COLUMN resent_at timestamptz;
    `);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
