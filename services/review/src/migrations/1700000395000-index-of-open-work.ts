import { IndexMigration } from '@output-review/runtime';

export class IndexOfOpenWork1700000395000 extends IndexMigration {
  // Decided outputs stay assigned, so the index of assignees grows with them.
  readonly indexes = {
    outputs_open_work: `outputs (workspace_id, assignee_user, assignee_group)
      WHERE visible AND human_decision IS NULL AND coalesce(assignee_user, assignee_group) IS NOT NULL`,
  };
}
