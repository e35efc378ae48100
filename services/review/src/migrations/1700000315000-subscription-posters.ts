import type { MigrationInterface, QueryRunner } from 'typeorm';

export class SubscriptionPosters1700000315000 implements MigrationInterface {
  readonly name = 'SubscriptionPosters1700000315000';

  async up(runner: QueryRunner): Promise<void> {
    // The ids of the named tokens that posted a subscription; nobody knows of those made before.
    await runner.query(
      `ALTER TABLE destinations ADD COLUMN posted_by text[] NOT NULL DEFAULT '{}'`,
    );
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
