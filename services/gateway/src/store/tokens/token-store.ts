import { AppError } from '@output-review/errors';
import type { SqlClient, Transaction } from '@output-review/runtime';

import type { TokenStore } from '../../use-cases/tokens/token-store.ts';
import { userOf, type WorkspaceRequest } from '../../use-cases/workspace-request.ts';
import type { AuditedChange } from '../audited-change.ts';
import { holdWorkspace } from '../workspaces/hold-workspace.ts';
import { listTokens, TokenRows } from './token-rows.ts';

/** The tokens on PostgreSQL. */
export function makeTokenStore(client: SqlClient, change: AuditedChange): TokenStore {
  return {
    list: (workspaceId, range) => listTokens(client, workspaceId, range),
    change: (request, work) =>
      change(request, async (tx, { audit }) => {
        const { workspaceId } = request.principal;
        await holdWorkspace(tx, workspaceId);
        await requireAdmin(tx, request);
        return work(new TokenRows(tx, workspaceId), audit);
      }),
  };
}

/** Whoever was removed after the request was let in must not be left with a token. */
async function requireAdmin(tx: Transaction, request: WorkspaceRequest): Promise<void> {
  const { workspaceId } = request.principal;
  const { rows } = await tx.query(
    `SELECT FROM members WHERE workspace_id = $1 AND user_id = $2 AND role = 'admin'`,
    [workspaceId, userOf(request).userId],
  );
  if (rows.length === 0) throw new AppError('FORBIDDEN', 'You are not an admin any more.');
}
