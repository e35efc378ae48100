import type { MigrationInterface, QueryRunner } from 'typeorm';

export class SampleRates1700003160000 implements MigrationInterface {
  readonly name = 'SampleRates1700003160000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- How much of what passes is sampled, 0 to 1. Null: of a task as of its project, of a project nothing.
      ALTER TABLE projects ADD COLUMN sample_rate double precision;
      ALTER TABLE tasks ADD COLUMN sample_rate double precision;
    `);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
