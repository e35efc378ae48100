import { AppError } from '@output-review/errors';
import { transact } from '@output-review/shared-kernel';

import type { UserRequest } from '../access/requests.ts';
import type { Context } from '../context.ts';
import { endWorkspace, holdAsAdmin, publishWorkspace } from './workspaces.sql.ts';

interface EraseRequest {
  readonly workspaceId: string;
  /** As an admin has typed it. */
  readonly name: string;
}

/**
 * Ends a workspace: nobody comes in from the answer on, and what belongs to it is erased in every
 * service within minutes.
 *
 * @throws AppError NOT_FOUND for another workspace than the one that the admin acts in, or one that is
 *   being erased already; FORBIDDEN; VALIDATION_FAILED where the name is not its name.
 */
export async function eraseHere(
  ctx: Context,
  origin: UserRequest,
  { workspaceId, name }: EraseRequest,
): Promise<void> {
  if (workspaceId !== origin.principal.workspaceId) {
    throw new AppError(
      'NOT_FOUND',
      'Your session does not act in a workspace with this ID. Switch to it first.',
    );
  }
  await transact(ctx, async (tx) => {
    if ((await holdAsAdmin(tx, origin)) !== name) throw notItsName();
    await endWorkspace(tx, workspaceId, ctx.clock.now());
    await publishWorkspace(tx, workspaceId, ctx.clock.now());
  });
}

function notItsName(): AppError {
  const message = 'Is not the name of this workspace.';
  return new AppError('VALIDATION_FAILED', message, { fields: { name: message } });
}
