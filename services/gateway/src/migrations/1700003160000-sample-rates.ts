import { SqlMigration } from '@output-review/runtime';

export class SampleRates1700003160000 extends SqlMigration {
  readonly sql = `
      -- The share of passed outputs that is sampled, 0 to 1. Null: a task uses that of its project, a project has none.
      ALTER TABLE projects ADD COLUMN sample_rate double precision;
      ALTER TABLE tasks ADD COLUMN sample_rate double precision;
    `;
}
