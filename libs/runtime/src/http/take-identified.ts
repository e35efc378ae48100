import type { Operation } from '@output-review/contracts';

import { hasBody } from './check-json-headers.ts';
import type { JsonBody } from './read-json-body.ts';
import type { AppContext, Identity, RouteTools } from './route.ts';

/** Who asks, null where anybody may, and what was sent along. */
export interface Identified {
  readonly identity: Identity | null;
  /** To be released by who takes it; null where none was sent. */
  readonly body: JsonBody | null;
}

interface Taking {
  readonly operation: Operation;
  readonly takeBody: RouteTools['takeBody'];
  /** Null where the operation asks for no credential. */
  readonly identify: (isAgain: boolean) => Promise<Identity | null>;
}

/**
 * Finds out who asks, then reads the body.
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

/** Whoever sends it in this time is identified once: in so long any request may be overtaken by a removal. */
export const SLOW_BODY_MS = 1_000;

/**
 * Waits for the body of a known caller. One that was long in coming is not believed to be of the same: a token may have
 * been revoked meanwhile, a member removed or given another role.
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
