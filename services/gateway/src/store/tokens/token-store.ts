import type { SqlClient } from '@output-review/runtime';

import type { TokenStore } from '../../use-cases/tokens/token-store.ts';
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
        return work(new TokenRows(tx, workspaceId), audit);
      }),
  };
}
