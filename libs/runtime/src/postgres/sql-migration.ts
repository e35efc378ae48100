import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A migration of SQL statements, named after its class. */
export abstract class SqlMigration implements MigrationInterface {
  abstract readonly sql: string | readonly string[];

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [this.sql].flat()) await runner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}

/** A migration that builds indexes concurrently with writes, without a transaction. */
export abstract class IndexMigration extends SqlMigration {
  readonly transaction = false;
  /** The definition of each index, by name. */
  abstract readonly indexes: Readonly<Record<string, string>>;

  get sql(): readonly string[] {
    return Object.entries(this.indexes).flatMap(([name, definition]) => [
      // An interrupted build leaves an invalid index.
      `DROP INDEX CONCURRENTLY IF EXISTS ${name}`,
      `CREATE INDEX CONCURRENTLY ${name} ON ${definition}`,
    ]);
  }
}
