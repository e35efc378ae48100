import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Statements that bring a schema forward, under the name of the class. */
export abstract class SqlMigration implements MigrationInterface {
  abstract readonly sql: string | readonly string[];

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [this.sql].flat()) await runner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
