import { OUTBOX_TABLE_SQL } from '@output-review/runtime';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Results are their own outbox; this one is for the audit. */
export class Outbox1767226200000 implements MigrationInterface {
  readonly name = 'Outbox1767226200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(OUTBOX_TABLE_SQL);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
