import type { AuditAction } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { transact, type Tx } from '@output-review/shared-kernel';

import type { UserRequest } from '../access/requests.ts';
import type { Context } from '../context.ts';
import { type JoinedWorkspace, workspacesOf } from '../workspaces/workspaces.sql.ts';
import { endSession, endSessions } from './sessions.sql.ts';

interface DoneToUser {
  readonly workspaces: readonly JoinedWorkspace[];
  readonly action: Extract<AuditAction, `session.${string}`>;
}

/** Records in the audit what users did to their sessions, for every workspace that they can access. */
export function auditOfUser(tx: Tx, origin: UserRequest, { workspaces, action }: DoneToUser): void {
  const target = { kind: 'user', id: origin.principal.userId } as const;
  for (const { id: workspaceId } of workspaces) tx.audit(origin, { workspaceId, action, target });
}

/** Ends a session of the caller; null: all of them. @throws AppError NOT_FOUND. */
export async function revokeSessions(
  ctx: Context,
  origin: UserRequest,
  id: string | null,
): Promise<void> {
  const { userId } = origin.principal;
  const workspaces = await workspacesOf(ctx.db, userId);
  await transact(ctx, async (tx) => {
    if (id === null) await endSessions(tx, userId);
    else if (!(await endSession(tx, userId, id))) {
      throw new AppError('NOT_FOUND', 'You have no session with this ID.');
    }
    auditOfUser(tx, origin, { workspaces, action: 'session.revoked' });
  });
}
