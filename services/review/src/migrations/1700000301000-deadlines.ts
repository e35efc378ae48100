import { SqlMigration } from '@output-review/runtime';

export class Deadlines1700000301000 extends SqlMigration {
  readonly sql = TABLES;
}

const TABLES = `
-- A flag restarts a duration, but not a fixed time.
ALTER TABLE outputs ADD COLUMN respond_within_ms bigint;
ALTER TABLE outputs ADD COLUMN on_deadline text COLLATE "C";
ALTER TABLE outputs ADD COLUMN escalated_at timestamptz;
-- When the deadline acted. It acts once, until a flag restarts it.
ALTER TABLE outputs ADD COLUMN deadline_acted_at timestamptz;
UPDATE outputs o SET
  on_deadline = coalesce(b.submission::json ->> 'onDeadline', 'escalate'),
  respond_within_ms = CASE WHEN b.submission::json ->> 'respondBy' ILIKE 'P%'
    THEN extract(epoch FROM o.due_at - o.created_at) * 1000 END
FROM output_bodies b
WHERE o.due_at IS NOT NULL AND b.workspace_id = o.workspace_id AND b.id = o.id;
CREATE INDEX outputs_due ON outputs (due_at)
  WHERE visible AND due_at IS NOT NULL AND deadline_acted_at IS NULL
    AND human_decision IS NULL AND status IN ('flagged', 'error');
`;
