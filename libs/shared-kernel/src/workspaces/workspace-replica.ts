import { WORKSPACE_DEFAULTS, type WorkspacesChanged } from '@output-review/contracts';
import { newestInKeyOrder, type SqlClient, textArray } from '@output-review/runtime';

/** SQL for the migration of a service that keeps a replica. */
export const WORKSPACE_REPLICA_TABLE_SQL = `
-- Workspace settings published by the gateway. A workspace without a row has the defaults.
CREATE TABLE workspace_settings (
  workspace_id text PRIMARY KEY,
  version integer NOT NULL,
  allow_deadline_approval boolean NOT NULL,
  queue_decision_comments boolean NOT NULL,
  retention_days integer,
  is_deleted boolean NOT NULL
);`;

/** The workspace settings that services use. */
export type ReplicatedSettings = Pick<
  WorkspacesChanged,
  'allowDeadlineApproval' | 'queueDecisionComments' | 'retentionDays' | 'deleted'
>;

export type WorkspaceReplica = ReturnType<typeof makeWorkspaceReplica>;

/** A service's own replica of `workspaces.changed`, in the table of `WORKSPACE_REPLICA_TABLE_SQL`. */
export function makeWorkspaceReplica(client: SqlClient) {
  return {
    /** The latest known settings, or the defaults. */
    settingsOf: async (workspaceId: string): Promise<ReplicatedSettings> => {
      const { rows } = await client.query<ReplicatedSettings>({ ...FIND, values: [workspaceId] });
      return rows[0] ?? UNTOLD;
    },
    /** Stores the newest version of each workspace, in any order of arrival. A deleted one stays deleted. */
    apply: async (changes: readonly WorkspacesChanged[]): Promise<void> => {
      const rows = newestInKeyOrder(changes, ({ workspaceId }) => workspaceId);
      await client.query({
        ...APPLY,
        values: [
          textArray(rows.map(({ workspaceId }) => workspaceId)),
          rows.map(({ version }) => version),
          rows.map(({ allowDeadlineApproval }) => allowDeadlineApproval),
          rows.map(({ queueDecisionComments }) => queueDecisionComments),
          rows.map(({ retentionDays }) => retentionDays),
          rows.map(({ deleted }) => deleted),
        ],
      });
    },
  };
}

const UNTOLD: ReplicatedSettings = { ...WORKSPACE_DEFAULTS, deleted: false };

const FIND = {
  name: 'find_workspace_settings',
  text: `
SELECT allow_deadline_approval AS "allowDeadlineApproval",
  queue_decision_comments AS "queueDecisionComments", retention_days AS "retentionDays",
  is_deleted AS deleted
FROM workspace_settings WHERE workspace_id = $1`,
};

const APPLY = {
  name: 'apply_workspace_changes',
  text: `
INSERT INTO workspace_settings AS w (workspace_id, version, allow_deadline_approval,
  queue_decision_comments, retention_days, is_deleted)
SELECT * FROM unnest($1::text[], $2::integer[], $3::boolean[], $4::boolean[], $5::integer[],
  $6::boolean[])
ON CONFLICT (workspace_id) DO UPDATE SET version = excluded.version,
  allow_deadline_approval = excluded.allow_deadline_approval,
  queue_decision_comments = excluded.queue_decision_comments,
  retention_days = excluded.retention_days, is_deleted = w.is_deleted OR excluded.is_deleted
WHERE w.version < excluded.version`,
};
