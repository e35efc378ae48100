import { SqlMigration } from '@output-review/runtime';

export class SampleRates1700003160000 extends SqlMigration {
  readonly sql = `
      -- How much of what passes is sampled, 0 to 1. Null: of a task as of its project, of a project nothing.
      ALTER TABLE projects ADD COLUMN sample_rate double precision;
      ALTER TABLE tasks ADD COLUMN sample_rate double precision;
    `;
}
