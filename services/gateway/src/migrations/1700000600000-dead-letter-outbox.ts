import { DEAD_LETTER_OUTBOX_SQL } from '@output-review/runtime';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class DeadLetterOutbox1700000600000 implements MigrationInterface {
  readonly name = 'DeadLetterOutbox1700000600000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(DEAD_LETTER_OUTBOX_SQL);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
