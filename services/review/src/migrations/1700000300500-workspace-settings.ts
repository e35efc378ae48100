import { WORKSPACE_REPLICA_TABLE_SQL } from '@output-review/shared-kernel';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class WorkspaceSettings1700000300500 implements MigrationInterface {
  readonly name = 'WorkspaceSettings1700000300500';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(WORKSPACE_REPLICA_TABLE_SQL);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations only go forward.'));
  }
}
