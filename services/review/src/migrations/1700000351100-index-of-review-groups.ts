import { IndexMigration } from '@output-review/runtime';

export class IndexOfReviewGroups1700000351100 extends IndexMigration {
  // Empty if no project has routes. Every flagged output checks it first.
  readonly indexes = {
    names_routed: `names (workspace_id, kind, id)
      WHERE coalesce(review_group, escalation_group) IS NOT NULL`,
  };
}
