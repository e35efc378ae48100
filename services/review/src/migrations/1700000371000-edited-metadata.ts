import { SqlMigration } from '@output-review/runtime';

export class EditedMetadata1700000371000 extends SqlMigration {
  // The run that an output was in when its metadata, or the label of a file, was last edited; null for never.
  readonly sql = 'ALTER TABLE outputs ADD COLUMN metadata_edited_run integer';
}
