import type { rotateDestinationSecret } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import type { RequestOf } from '@output-review/runtime';
import { transact, type Tx } from '@output-review/shared-kernel';

import type { Context } from '../context.ts';
import { isChannel } from './destinations.pure.ts';
import { findShownKind, lockDestinations, replaceSecret } from './destinations.sql.ts';
import { newSigningSecret } from './secrets.ts';

// Time to configure receivers with the new secret.
const FORMER_VALID_MS = 24 * 60 * 60_000;

/**
 * Creates a new secret for a destination. For a day, deliveries are also signed by the previous one, however often it
 * is replaced.
 *
 * @returns the new secret. @throws AppError NOT_FOUND, or CONFLICT for a channel, which has none.
 */
export function rotateSecret(
  ctx: Context,
  request: RequestOf<typeof rotateDestinationSecret>,
): Promise<string> {
  const { params, principal } = request;
  const { id } = params;
  return changeDestinations(ctx, principal.workspaceId, async (tx) => {
    const kind = await findShownKind(tx, principal.workspaceId, id);
    if (kind === null) throw new AppError('NOT_FOUND', 'There is no such destination.');
    if (isChannel(kind)) {
      throw new AppError(
        'CONFLICT',
        'Notifications to a channel are not signed, so it has no secret.',
      );
    }
    const at = ctx.clock.now();
    const formerUntil = new Date(at.getTime() + FORMER_VALID_MS);
    const secret = newSigningSecret();
    await replaceSecret(tx, ctx.encryptor, { id, secret, at, formerUntil });
    tx.audit(request, {
      workspaceId: principal.workspaceId,
      action: 'destination.secret_rotated',
      target: { kind: 'destination', id },
    });
    return secret;
  });
}

/** Changes the destinations of one workspace in a transaction. Concurrent changes wait for it. */
export function changeDestinations<T>(
  ctx: Context,
  workspaceId: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return transact(ctx, async (tx) => {
    await lockDestinations(tx, workspaceId);
    return work(tx);
  });
}
