import type { MigrationInterface, QueryRunner } from 'typeorm';

export class EditedMetadata1700000371000 implements MigrationInterface {
  readonly name = 'EditedMetadata1700000371000';

  async up(runner: QueryRunner): Promise<void> {
    // The run that an output was in when its metadata was last edited; null for never.
    await runner.query('ALTER TABLE outputs ADD COLUMN metadata_edited_run integer');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
