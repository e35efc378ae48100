import { outputKey, type UserPrincipal, type WorkspacePrincipal } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import type { Transaction } from '@output-review/runtime';

import { type Context, job } from '../context.ts';
import { type OutputKey, undecidable } from '../outputs/output.pure.ts';
import { noSuchOutput } from '../outputs/seen.ts';
import { findClaimsOfOthers, releaseExpired, tryToClaim } from './claims.sql.ts';

/** Another person has claimed the output. */
export class Claimed extends AppError {
  readonly claimedBy: string;

  constructor(claimedBy: string) {
    super(
      'CLAIMED',
      `${claimedBy} has claimed this output. Take it over first, or send takeOver.`,
      { details: { claimedBy } },
    );
    this.claimedBy = claimedBy;
  }
}

interface Claiming {
  readonly principal: UserPrincipal;
  readonly takeOver: boolean;
}

/** @throws AppError NOT_FOUND, STILL_EVALUATING, ALREADY_DECIDED, CONFLICT; Claimed. */
export async function claimOne(
  { db, jobs }: Context,
  key: OutputKey,
  { principal: { userId, email }, takeOver }: Claiming,
): Promise<{ readonly claimedBy: string; readonly claimedUntil: Date }> {
  for (;;) {
    const tried = await tryToClaim(db, key, { userId, email, takeOver });
    if (!tried) throw noSuchOutput();
    if (tried.until) {
      jobs.tailEvents.wake();
      return { claimedBy: email, claimedUntil: tried.until };
    }
    const refusal = undecidable(tried);
    if (refusal) throw refusal;
    if (tried.holder !== null) throw new Claimed(tried.holder);
    // Another request won the race, and this statement's snapshot does not show it yet. The next attempt sees it.
  }
}

/**
 * @throws Claimed if a person decides an output that another person has claimed. Tokens and deadlines are not blocked.
 */
export async function refuseClaimed(
  tx: Transaction,
  key: OutputKey,
  principal: WorkspacePrincipal,
): Promise<void> {
  const holder = (await findClaims(tx, [key], principal)).get(outputKey(key));
  if (holder !== undefined) throw new Claimed(holder);
}

/** The holders of claims that block a person from deciding these outputs, by `outputKey`. */
export async function findClaims(
  tx: Transaction,
  keys: readonly OutputKey[],
  principal: WorkspacePrincipal,
): Promise<ReadonlyMap<string, string>> {
  return principal.kind === 'user' ? findClaimsOfOthers(tx, keys, principal.userId) : new Map();
}

/** Expired claims have no effect. This reports them to streams. */
export const endClaims = job({
  name: 'end expired claims',
  everyMs: 10_000,
  run: ({ db }) => releaseExpired(db),
});
