import { SqlMigration } from '@output-review/runtime';
import { WORKSPACE_REPLICA_TABLE_SQL } from '@output-review/shared-kernel';

export class WorkspaceSettings1700000300500 extends SqlMigration {
  readonly sql = WORKSPACE_REPLICA_TABLE_SQL;
}
