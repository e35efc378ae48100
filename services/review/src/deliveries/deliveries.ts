import type { testDestination } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import type { RequestOf } from '@output-review/runtime';

import type { Context } from '../context.ts';
import { findShownKind } from '../destinations/destinations.sql.ts';
import type { DeliveryContents } from './attempts.ts';
import { composeBody } from './body.pure.ts';
import { addTest, LEASE_MS } from './claim.sql.ts';
import type { DeliveryDetail, FoundDelivery } from './deliveries.pure.ts';
import { type DeliveryKey, findDelivery, listAttempts } from './list.sql.ts';
import { type DeadDeliveries, replayAllDead, replayOne } from './replay.sql.ts';

/** One delivery with its body and attempts. @throws AppError NOT_FOUND. */
export async function readDelivery(
  { db, encryptor, publicUrl, attempts }: Context,
  key: DeliveryKey,
): Promise<DeliveryDetail> {
  const delivery = await findDelivery(db, encryptor, key);
  if (!delivery) throw new AppError('NOT_FOUND', 'There is no such delivery.');
  const [contents, made] = await Promise.all([
    attempts.contentsOf(delivery),
    listAttempts(db, key.id),
  ]);
  return { delivery, body: contents && bodyOf(delivery, contents, publicUrl), attempts: made };
}

function bodyOf(
  delivery: FoundDelivery,
  { digest, content }: DeliveryContents,
  publicUrl: () => string,
): DeliveryDetail['body'] {
  if (!digest) return composeBody(delivery, content, publicUrl());
  const { workspaceId, happenedAt } = delivery;
  return { event: 'digest', timestamp: happenedAt, workspaceId, ...digest };
}

const ENDED = 'The destination has ended, so nothing is sent to it anymore.';

/** Replays a delivery, whether it succeeded or not. @throws AppError NOT_FOUND, CONFLICT. */
export async function replayOneDelivery({ db, jobs }: Context, key: DeliveryKey): Promise<void> {
  const result = await replayOne(db, key);
  if (result === 'not_there') throw new AppError('NOT_FOUND', 'There is no such delivery.');
  if (result === 'ended') throw new AppError('CONFLICT', ENDED);
  if (result === 'output_gone') throw new AppError('CONFLICT', 'The output was deleted.');
  jobs.sendDeliveries.wake();
}

/**
 * Replays the dead deliveries of a destination, and enables it if it was disabled for failing. @returns how many.
 * @throws AppError NOT_FOUND, CONFLICT.
 */
export async function replayDeadDeliveries(ctx: Context, dead: DeadDeliveries): Promise<number> {
  const result = await replayAllDead(ctx, dead);
  if (result === 'not_there') throw new AppError('NOT_FOUND', 'There is no such destination.');
  if (result === 'ended') throw new AppError('CONFLICT', ENDED);
  ctx.jobs.sendDeliveries.wake();
  return result.count;
}

/** Sends a test at once, also to a disabled destination. @throws AppError NOT_FOUND, CONFLICT. */
export async function testOneDestination(
  ctx: Context,
  { params, principal: { workspaceId } }: RequestOf<typeof testDestination>,
): Promise<DeliveryDetail> {
  const { db, encryptor, clock } = ctx;
  const destinationId = params.id;
  const kind = await findShownKind(db, workspaceId, destinationId);
  if (kind === 'callbacks') {
    throw new AppError(
      'CONFLICT',
      'Callbacks go to the URL of each output, so there is no address to test.',
    );
  }
  const at = clock.now();
  const leaseUntil = new Date(at.getTime() + LEASE_MS);
  const test = { workspaceId, destinationId, at, leaseUntil };
  const delivery = kind && (await addTest(db, encryptor, test));
  if (!delivery) throw new AppError('NOT_FOUND', 'There is no such destination.');
  await ctx.attempts.make(delivery, new AbortController().signal);
  return readDelivery(ctx, { workspaceId, id: delivery.id });
}
