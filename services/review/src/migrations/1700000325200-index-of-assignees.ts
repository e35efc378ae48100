import { IndexMigration } from '@output-review/runtime';

export class IndexOfAssignees1700000325200 extends IndexMigration {
  readonly indexes = {
    outputs_assignee: `outputs (workspace_id, (coalesce(assignee_user, assignee_group)), timestamp DESC, id DESC)
      WHERE coalesce(assignee_user, assignee_group) IS NOT NULL`,
  };
}
