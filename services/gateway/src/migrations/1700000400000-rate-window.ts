import type { MigrationInterface, QueryRunner } from 'typeorm';

import { rateWindowTablesSql } from '../rate-limit/rate-window-tables.ts';

export class RateWindow1700000400000 implements MigrationInterface {
  readonly name = 'RateWindow1700000400000';

  async up(runner: QueryRunner): Promise<void> {
    // A submission bears the time of its slot.
    await runner.query(
      rateWindowTablesSql('SELECT token_id AS key, accepted_at AS taken_at FROM submissions'),
    );
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
