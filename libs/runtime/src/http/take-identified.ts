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
  readonly identify: () => Promise<Identity | null>;
}

// Whoever sends it in this time is identified once: in so long any request may be overtaken by a removal.
const SLOW_BODY_MS = 1_000;

/**
 * Finds out who asks, then reads the body. One that was long in coming is not believed to be of the same caller: a
 * token may have been revoked meanwhile, a member removed or given another role.
 *
 * @throws AppError as `identify` and `takeBody` do.
 */
export async function takeIdentified(
  ctx: AppContext,
  { operation, takeBody, identify }: Taking,
): Promise<Identified> {
  const identity = await identify();
  if (!operation.body || !hasBody(ctx.req)) return { identity, body: null };
  const beganAt = performance.now();
  const body = await takeBody(ctx, operation, identity?.principal ?? null);
  if (identity === null || performance.now() - beganAt < SLOW_BODY_MS) return { identity, body };
  try {
    return { identity: await identify(), body };
  } catch (error) {
    body.release();
    throw error;
  }
}
