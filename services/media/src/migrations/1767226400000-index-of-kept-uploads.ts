import { IndexMigration } from '@output-review/runtime';

export class IndexOfKeptUploads1767226400000 extends IndexMigration {
  // Uploads that still have bytes, at most for a day. The rows of all others stay.
  readonly indexes = {
    uploads_kept: `uploads (object_key)
      WHERE consumed_at IS NULL`,
  };
}
