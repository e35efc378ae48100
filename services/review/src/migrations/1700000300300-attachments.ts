import { SqlMigration } from '@output-review/runtime';

export class Attachments1700000300300 extends SqlMigration {
  readonly sql = `
      -- The files of an output, a JSON list: names, types, sizes, labels. The bytes are stored elsewhere. Null
      -- without files.
      ALTER TABLE output_bodies ADD COLUMN attachments text;
    `;
}
