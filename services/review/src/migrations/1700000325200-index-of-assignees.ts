import { SqlMigration } from '@output-review/runtime';

export class IndexOfAssignees1700000325200 extends SqlMigration {
  // An index is not built concurrently in a transaction.
  readonly transaction = false;
  readonly sql = [
    // One that was cut off leaves an index that is not valid.
    'DROP INDEX CONCURRENTLY IF EXISTS outputs_assignee',
    INDEX,
  ];
}

const INDEX = `
CREATE INDEX CONCURRENTLY outputs_assignee
ON outputs (workspace_id, (coalesce(assignee_user, assignee_group)), timestamp DESC, id DESC)
WHERE coalesce(assignee_user, assignee_group) IS NOT NULL
`;
