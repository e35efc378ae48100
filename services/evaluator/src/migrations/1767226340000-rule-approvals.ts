import type { MigrationInterface, QueryRunner } from 'typeorm';

export class RuleApprovals1767226340000 implements MigrationInterface {
  readonly name = 'RuleApprovals1767226340000';

  async up(runner: QueryRunner): Promise<void> {
    // What rules ask of whoever approves outputs that they do not pass; null for nothing.
    await runner.query('ALTER TABLE rules ADD COLUMN approvals jsonb');
    await runner.query('ALTER TABLE rule_versions ADD COLUMN approvals jsonb');
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
