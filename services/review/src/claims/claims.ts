import type { AuditRecorded, UserPrincipal, WorkspacePrincipal } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import type { SqlClient, Transaction } from '@output-review/runtime';

import type { Context } from '../context.ts';
import { type OutputKey, outputKey, refuseUnevaluated } from '../outputs/output.pure.ts';
import { noSuchOutput } from '../outputs/seen.ts';
import { type Claim, Claimed } from './claims.pure.ts';
import { type ClaimTry, findClaimsOfOthers, releaseAllOf, tryToClaim } from './claims.sql.ts';

interface Claiming {
  readonly principal: UserPrincipal;
  readonly takeOver: boolean;
}

/** @throws AppError NOT_FOUND, STILL_EVALUATING, ALREADY_DECIDED, CONFLICT; Claimed. */
export async function claimOne(
  { db, jobs }: Context,
  key: OutputKey,
  { principal: { userId, email }, takeOver }: Claiming,
): Promise<Pick<Claim, 'claimedBy' | 'claimedUntil'>> {
  for (;;) {
    const tried = await tryToClaim(db, key, { userId, email, takeOver });
    if (!tried) throw noSuchOutput();
    if (tried.until) {
      jobs.tailEvents.wake();
      return { claimedBy: email, claimedUntil: tried.until };
    }
    refuseUnclaimable(tried);
    if (tried.holder !== null) throw new Claimed(tried.holder);
    // Somebody was quicker by so little that the statement did not see yet who: the next one does.
  }
}

function refuseUnclaimable(output: ClaimTry): void {
  const { status, isDecided, isSampled } = output;
  refuseUnevaluated(output);
  if (isDecided) throw new AppError('ALREADY_DECIDED', 'The output is already decided.');
  if (status === 'pass' && !isSampled) {
    throw new AppError(
      'CONFLICT',
      'The output passed and is no sample, so nobody has to decide it. Flag it to send it to the queue.',
    );
  }
}

/** @throws Claimed where a person decides what another one has; tokens and deadlines are not held up. */
export async function refuseClaimed(
  tx: Transaction,
  key: OutputKey,
  principal: WorkspacePrincipal,
): Promise<void> {
  const claim = (await findClaims(tx, [key], principal)).get(outputKey(key));
  if (claim) throw new Claimed(claim.claimedBy);
}

/** The claims, by `outputKey`, that keep somebody from deciding these outputs. */
export async function findClaims(
  tx: Transaction,
  keys: readonly OutputKey[],
  principal: WorkspacePrincipal,
): Promise<ReadonlyMap<string, Claim>> {
  return principal.kind === 'user' ? findClaimsOfOthers(tx, keys, principal.userId) : new Map();
}

/** Ends the claims of people who have left, or may not decide any more, as the audit is told of it. */
export async function releaseLost(db: SqlClient, records: readonly AuditRecorded[]): Promise<void> {
  for (const lost of whoLostRoles(records)) await releaseAllOf(db, lost);
}

/** Who has left, or may not decide any more, as the audit is told of it. */
export function whoLostRoles(records: readonly AuditRecorded[]) {
  return records.flatMap(({ workspaceId, action, target, after, at }) => {
    const isDemoted = action === 'member.role_changed' && after?.['role'] === 'viewer';
    return isDemoted || action === 'member.removed' ? [{ workspaceId, userId: target.id, at }] : [];
  });
}
