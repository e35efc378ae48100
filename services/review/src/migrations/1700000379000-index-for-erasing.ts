import { IndexMigration } from '@output-review/runtime';

export class IndexForErasing1700000379000 extends IndexMigration {
  readonly indexes = {
    delivery_attempts_workspace: 'delivery_attempts (workspace_id)',
  };
}
