import { DEAD_LETTER_OUTBOX_SQL } from '@output-review/runtime';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class DeadLetterOutbox1767225800000 implements MigrationInterface {
  readonly name = 'DeadLetterOutbox1767225800000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(DEAD_LETTER_OUTBOX_SQL);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
