import { SqlMigration } from '@output-review/runtime';

export class Resends1700000700000 extends SqlMigration {
  readonly sql = `
      -- When the event was last sent again because review lacked the output. Null for nearly all.
      ALTER TABLE submissions ADD COLUMN resent_at timestamptz;
    `;
}
