import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Deadlines1700000301000 implements MigrationInterface {
  readonly name = 'Deadlines1700000301000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}

const TABLES = `
-- A duration begins again with a flag; an instant does not.
ALTER TABLE outputs ADD COLUMN respond_within_ms bigint;
ALTER TABLE outputs ADD COLUMN on_deadline text COLLATE "C";
ALTER TABLE outputs ADD COLUMN escalated_at timestamptz;
-- When the deadline has acted; it does so once, until a flag starts it again.
ALTER TABLE outputs ADD COLUMN deadline_acted_at timestamptz;
CREATE INDEX outputs_due ON outputs (due_at)
  WHERE visible AND due_at IS NOT NULL AND deadline_acted_at IS NULL
    AND human_decision IS NULL AND status IN ('flagged', 'error');
`;
