import type { MigrationInterface, QueryRunner } from 'typeorm';

export class TokenMakers1700001300000 implements MigrationInterface {
  readonly name = 'TokenMakers1700001300000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- The user who made it; null for the one that the installation came with.
      ALTER TABLE tokens ADD COLUMN created_by text;
    `);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
