import type { Operation } from '@output-review/contracts';

import { hasBody } from './check-json-headers.ts';
import type { JsonBody } from './read-json-body.ts';
import type { AppContext, Identity, RouteTools } from './route.ts';

/** The caller (null if none is needed) and the request body. */
export interface Identified {
  readonly identity: Identity | null;
  /** The consumer must release it. Null if none was sent. */
  readonly body: JsonBody | null;
}

interface Taking {
  readonly operation: Operation;
  readonly takeBody: RouteTools['takeBody'];
  /** Null if the operation needs no credential. */
  readonly identify: (isAgain: boolean) => Promise<Identity | null>;
}

/**
 * Identifies the caller, then reads the body.
 *
 * @throws AppError as `identify` and `takeBody` do.
 */
export async function takeIdentified(
  ctx: AppContext,
  { operation, takeBody, identify }: Taking,
): Promise<Identified> {
  const identity = await identify(false);
  if (!operation.body || !hasBody(ctx.req)) return { identity, body: null };
  const reading = takeBody(ctx, operation, identity?.principal ?? null);
  return confirmSlow(identity, reading, () => identify(true));
}

/** A body that arrives within this time needs no second check: a removal can overtake any request by that much. */
export const SLOW_BODY_MS = 1_000;

/**
 * Waits for the body of an identified caller. After a slow body, identifies the caller again: the token may have been
 * revoked, or the member removed or given another role.
 *
 * @throws AppError as the reading and `identifyAgain` do.
 */
export async function confirmSlow<Caller extends Identity | null>(
  identity: Caller,
  reading: Promise<JsonBody>,
  identifyAgain: () => Promise<Caller>,
): Promise<{ readonly identity: Caller; readonly body: JsonBody }> {
  const beganAt = performance.now();
  const body = await reading;
  if (identity === null || performance.now() - beganAt < SLOW_BODY_MS) return { identity, body };
  try {
    return { identity: await identifyAgain(), body };
  } catch (error) {
    body.release();
    throw error;
  }
}
