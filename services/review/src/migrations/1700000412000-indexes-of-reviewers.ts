import { IndexMigration } from '@output-review/runtime';

export class IndexesOfReviewers1700000412000 extends IndexMigration {
  // For searches for what few outputs have. Include what their counts read, so that these need no rows. Only a decision
  // or a flag by a person writes to these indexes.
  readonly indexes = {
    outputs_decision: `outputs (workspace_id, human_decision, timestamp DESC, id DESC)
      INCLUDE (status)
      WHERE visible AND human_decision IS NOT NULL`,
    outputs_decided_by: `outputs (workspace_id, decided_by, timestamp DESC, id DESC)
      INCLUDE (status, human_decision)
      WHERE visible AND decided_by IS NOT NULL`,
    outputs_flagged_by: `outputs (workspace_id, flagged_by, timestamp DESC, id DESC)
      WHERE visible AND flagged_by IS NOT NULL`,
  };
}
