import { SqlMigration } from '@output-review/runtime';

export class IndexOfOpenWork1700000395000 extends SqlMigration {
  // An index is not built concurrently in a transaction.
  readonly transaction = false;
  readonly sql = [
    // One that was cut off leaves an index that is not valid.
    'DROP INDEX CONCURRENTLY IF EXISTS outputs_open_work',
    INDEX,
  ];
}

// What is decided stays assigned, so the index of assignees grows with it.
const INDEX = `
CREATE INDEX CONCURRENTLY outputs_open_work ON outputs (workspace_id, assignee_user, assignee_group)
WHERE visible AND human_decision IS NULL AND coalesce(assignee_user, assignee_group) IS NOT NULL
`;
