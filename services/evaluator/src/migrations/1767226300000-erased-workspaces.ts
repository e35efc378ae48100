import { SqlMigration } from '@output-review/runtime';
import { ERASED_WORKSPACES_TABLE_SQL } from '@output-review/shared-kernel';

export class ErasedWorkspaces1767226300000 extends SqlMigration {
  readonly sql = ERASED_WORKSPACES_TABLE_SQL;
}
