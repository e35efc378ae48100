import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ClosingEnded1700003280000 implements MigrationInterface {
  readonly name = 'ClosingEnded1700003280000';

  async up(runner: QueryRunner): Promise<void> {
    // The closing_since of the closing that was given up last, whose mark stays until all who were asked know of it.
    await runner.query('ALTER TABLE projects ADD COLUMN closing_ended timestamptz');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
