import type { MigrationInterface, QueryRunner } from 'typeorm';

export class InstructionsResults1700000300400 implements MigrationInterface {
  readonly name = 'InstructionsResults1700000300400';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Counts by version read nothing but this. Outputs without instructions are not in it.
      CREATE INDEX outputs_instructions
        ON outputs (workspace_id, task_id, instructions_version) INCLUDE (status, human_decision)
        WHERE visible AND instructions_version IS NOT NULL;
    `);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
