import { SqlMigration } from '@output-review/runtime';

export class IndexOfReviewGroups1700000351100 extends SqlMigration {
  // An index is not built concurrently in a transaction.
  readonly transaction = false;
  readonly sql = [
    // One that was cut off leaves an index that is not valid.
    'DROP INDEX CONCURRENTLY IF EXISTS names_routed',
    INDEX,
  ];
}

// Empty where no project routes anything, which whatever is flagged then asks first.
const INDEX = `
CREATE INDEX CONCURRENTLY names_routed ON names (workspace_id, kind, id)
WHERE coalesce(review_group, escalation_group) IS NOT NULL
`;
