import { SqlMigration } from '@output-review/runtime';

export class InstructionsResults1700000300400 extends SqlMigration {
  readonly sql = `
      -- Counts by version read only this index. Outputs without instructions are not in it.
      CREATE INDEX outputs_instructions
        ON outputs (workspace_id, task_id, instructions_version) INCLUDE (status, human_decision)
        WHERE visible AND instructions_version IS NOT NULL;
    `;
}
