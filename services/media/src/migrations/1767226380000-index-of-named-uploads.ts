import { IndexMigration } from '@output-review/runtime';

export class IndexOfNamedUploads1767226380000 extends IndexMigration {
  // Those that are used up and still have a name, which is for a minute.
  readonly indexes = {
    uploads_named: `uploads (key)
      WHERE consumed_at IS NOT NULL AND filename <> ''`,
  };
}
