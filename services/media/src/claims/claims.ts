import { type FileClaimState, INTERNAL_OPERATIONS } from '@output-review/contracts';
import { isTransientError } from '@output-review/runtime';

import type { Context } from '../context.ts';
import type { ClaimKey, OutputKey } from './claims.pure.ts';
import { confirmClaim, deleteClaims, findUnconfirmed, releaseClaim } from './claims.sql.ts';

/** The identity used to call the gateway. */
export interface Caller {
  readonly assertion: string;
  readonly requestId: string;
}

// Source: the interface between the services, "after ten minutes without either the gateway is asked".
const UNCONFIRMED_MS_MAX = 10 * 60_000;
// A submission has at most forty files; this many claims are released within a few seconds.
const CLAIMS_MAX = 200;

/** Confirms that the files belong to the output. Its uploads are consumed. */
export async function confirmFiles({ db, clock, jobs }: Context, claim: ClaimKey): Promise<void> {
  const at = clock.now();
  await db.transaction((tx) => confirmClaim(tx, claim, at));
  jobs.removeDoomed.wake();
}

/** Undoes an unconfirmed claim of this attempt. */
export async function releaseFiles({ db, clock, jobs }: Context, claim: ClaimKey): Promise<void> {
  const at = clock.now();
  await db.transaction((tx) => releaseClaim(tx, claim, at));
  jobs.removeDoomed.wake();
}

/** Deletes the files of outputs. Lookups fail from then on. The bytes are removed soon after. */
export async function deleteFiles(ctx: Context, outputs: readonly OutputKey[]): Promise<void> {
  const at = ctx.clock.now();
  await ctx.db.transaction((tx) => deleteClaims(tx, outputs, at));
  ctx.jobs.removeDoomed.wake();
}

/**
 * Settles the oldest claims that have been unconfirmed for ten minutes.
 *
 * @returns how many there were. The next call settles those still open again.
 */
export async function settleUnconfirmed(ctx: Context, caller: Caller): Promise<number> {
  const before = new Date(ctx.clock.now().getTime() - UNCONFIRMED_MS_MAX);
  const unconfirmed = await findUnconfirmed(ctx.db, before, CLAIMS_MAX);
  if (unconfirmed.length > 0) await settleClaims(ctx, unconfirmed, caller);
  return unconfirmed.length;
}

/**
 * Confirms or releases unconfirmed claims according to the gateway. Those still open are left unchanged. If one fails,
 * settles the others, so that it does not hold them up forever.
 *
 * @returns the states of their attempts, in the same order.
 * @throws the first error, at the end. That of an outage at once: the others would fail, too.
 */
export async function settleClaims(
  ctx: Context,
  unconfirmed: readonly ClaimKey[],
  { assertion, requestId }: Caller,
): Promise<readonly FileClaimState[]> {
  const { states } = await ctx.gateway.call(INTERNAL_OPERATIONS.settleFileClaims, {
    body: { claims: unconfirmed },
    ...{ assertion, requestId },
  });
  const failures: unknown[] = [];
  for (const [index, claim] of unconfirmed.entries()) {
    try {
      const state = states[index];
      if (state === 'held') await confirmFiles(ctx, claim);
      if (state === 'gone') await releaseFiles(ctx, claim);
    } catch (error) {
      if (isTransientError(error)) throw error;
      failures.push(error);
    }
  }
  for (const failure of failures) throw failure;
  return states;
}
