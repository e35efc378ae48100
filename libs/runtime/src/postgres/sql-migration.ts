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

/** A migration that builds indexes, each beside who writes: none of them in a transaction. */
export abstract class IndexMigration extends SqlMigration {
  readonly transaction = false;
  /** What each is on, by its name. */
  abstract readonly indexes: Readonly<Record<string, string>>;

  get sql(): readonly string[] {
    return Object.entries(this.indexes).flatMap(([name, definition]) => [
      // One that was cut off leaves an index that is not valid.
      `DROP INDEX CONCURRENTLY IF EXISTS ${name}`,
      `CREATE INDEX CONCURRENTLY ${name} ON ${definition}`,
    ]);
  }
}
