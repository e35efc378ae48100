import { ERASED_WORKSPACES_TABLE_SQL } from '@output-review/shared-kernel';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ErasedWorkspaces1767226300000 implements MigrationInterface {
  readonly name = 'ErasedWorkspaces1767226300000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ERASED_WORKSPACES_TABLE_SQL);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
