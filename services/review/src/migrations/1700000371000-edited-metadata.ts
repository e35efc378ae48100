import { SqlMigration } from '@output-review/runtime';

export class EditedMetadata1700000371000 extends SqlMigration {
  // The run of the output when its metadata or a file label was last edited. Null if never.
  readonly sql = 'ALTER TABLE outputs ADD COLUMN metadata_edited_run integer';
}
