import {
  DEAD_LETTER_OUTBOX_SQL,
  DEAD_LETTERS_TABLE_SQL,
  OUTBOX_TABLE_SQL,
} from '@output-review/runtime';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Messaging1774000100000 implements MigrationInterface {
  readonly name = 'Messaging1774000100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(OUTBOX_TABLE_SQL);
    await runner.query(DEAD_LETTERS_TABLE_SQL);
    await runner.query(DEAD_LETTER_OUTBOX_SQL);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
