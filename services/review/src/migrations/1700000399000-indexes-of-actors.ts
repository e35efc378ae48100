import { IndexMigration } from '@output-review/runtime';

export class IndexesOfActors1700000399000 extends IndexMigration {
  // Queries for the actions of a person use one of the two columns.
  readonly indexes = {
    audit_records_of_actor_name: 'audit_records (workspace_id, actor_name)',
    audit_records_of_actor: `audit_records (workspace_id, actor_id) WHERE actor_id IS NOT NULL`,
  };
}
