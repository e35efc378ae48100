import type { MigrationInterface, QueryRunner } from 'typeorm';

export class RunsOfEvents1700000363000 implements MigrationInterface {
  readonly name = 'RunsOfEvents1700000363000';

  async up(runner: QueryRunner): Promise<void> {
    // Of results, for statistics. Null where a release before this one wrote it: of the latest run then.
    await runner.query('ALTER TABLE output_events ADD COLUMN run integer');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
