import { IndexMigration } from '@output-review/runtime';

export class IndexOfNamedUploads1767226380000 extends IndexMigration {
  // Consumed uploads that still have a name, at most for a minute.
  readonly indexes = {
    uploads_named: `uploads (key)
      WHERE consumed_at IS NOT NULL AND filename <> ''`,
  };
}
