import type { SqlClient } from '@output-review/runtime';

/**
 * Raises the version of a workspace's rules. Its row lock lets the writes to them through one by
 * one, which is what makes the limit of their number exact.
 */
export async function lockRules(tx: SqlClient, workspaceId: string): Promise<void> {
  await tx.query(RAISE_VERSION, [workspaceId]);
}

const RAISE_VERSION = `
INSERT INTO rule_set_versions (workspace_id, version) VALUES ($1, 1)
ON CONFLICT (workspace_id) DO UPDATE SET version = rule_set_versions.version + 1`;
