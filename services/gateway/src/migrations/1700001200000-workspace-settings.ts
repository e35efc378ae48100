import { SqlMigration } from '@output-review/runtime';

export class WorkspaceSettings1700001200000 extends SqlMigration {
  readonly sql = [SETTINGS_SQL, ANNOUNCE_SQL];
}

const SETTINGS_SQL = `
-- The version rises with every change that other services are told of. A workspace with deleted_at is being erased and
-- never comes back.
ALTER TABLE workspaces
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  ADD COLUMN tokens_may_decide boolean NOT NULL DEFAULT true,
  ADD COLUMN allow_deadline_approval boolean NOT NULL DEFAULT false,
  ADD COLUMN queue_decision_comments boolean NOT NULL DEFAULT true,
  ADD COLUMN retention_days integer CHECK (retention_days > 0),
  ADD COLUMN deleted_at timestamptz;
`;

// Existing workspaces have not been published yet.
const ANNOUNCE_SQL = `
INSERT INTO outbox (topic, key, event_id, source, time, json, bytes)
SELECT 'workspaces.changed', id, gen_random_uuid()::text, 'gateway', now(), json, octet_length(json)
FROM workspaces, LATERAL (
  SELECT json_build_object(
    'workspaceId', id, 'version', version, 'name', name, 'tokensMayDecide', tokens_may_decide,
    'allowDeadlineApproval', allow_deadline_approval,
    'queueDecisionComments', queue_decision_comments, 'retentionDays', retention_days,
    'deleted', false
  )::text AS json
) AS told`;
