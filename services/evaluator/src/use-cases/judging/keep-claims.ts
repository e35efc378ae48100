import { claimKey } from './claim-key.ts';
import type { ClaimsInHand } from './claims-in-hand.ts';
import type { JudgeJobStore } from './judge-jobs.ts';

/** Prolongs the leases of what is in hand, and interrupts what somebody else has taken over. */
export const makeKeepClaims =
  ({
    jobs,
    inHand,
  }: {
    readonly jobs: Pick<JudgeJobStore, 'renew'>;
    readonly inHand: ClaimsInHand;
  }) =>
  async (): Promise<void> => {
    const claims = inHand.claims();
    if (claims.length === 0) return;
    const held = new Set((await jobs.renew(claims)).map(claimKey));
    inHand.drop(claims.filter((claim) => !held.has(claimKey(claim))));
  };
