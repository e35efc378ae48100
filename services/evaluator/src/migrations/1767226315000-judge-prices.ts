import type { MigrationInterface, QueryRunner } from 'typeorm';

export class JudgePrices1767226315000 implements MigrationInterface {
  readonly name = 'JudgePrices1767226315000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- US dollars for a million tokens; null where nobody has said.
      ALTER TABLE judge_providers
        ADD COLUMN input_per_million double precision,
        ADD COLUMN output_per_million double precision;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
