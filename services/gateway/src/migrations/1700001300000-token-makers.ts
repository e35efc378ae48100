import { SqlMigration } from '@output-review/runtime';

export class TokenMakers1700001300000 extends SqlMigration {
  readonly sql = `
      -- The user who created it. Null for the one that the installation came with.
      ALTER TABLE tokens ADD COLUMN created_by text;
    `;
}
