import type { FileClaimState } from '@output-review/contracts';

import type { ClaimKey, ClaimStore } from './claim-store.ts';

/** Asks the gateway what became of attempts; the answers are in their order. */
export type AskGateway = (claims: readonly ClaimKey[]) => Promise<readonly FileClaimState[]>;

export interface SettleClaimsDeps {
  readonly claims: Pick<ClaimStore, 'confirm' | 'release'>;
  readonly now: () => Date;
  /** Told when there is something to be removed from the store. */
  readonly onDoomed: () => void;
}

export type SettleClaims = ReturnType<typeof makeSettleClaims>;

export const makeSettleClaims =
  ({ claims, now, onDoomed }: SettleClaimsDeps) =>
  /** Brings unconfirmed claims to the end that the gateway knows; those that are open stay. */
  async (
    unconfirmed: readonly ClaimKey[],
    askGateway: AskGateway,
  ): Promise<readonly FileClaimState[]> => {
    const states = await askGateway(unconfirmed);
    for (const [index, claim] of unconfirmed.entries()) {
      const state = states[index];
      if (state === 'held') await claims.confirm(claim, now());
      if (state === 'gone') await claims.release(claim, now());
    }
    if (states.some((state) => state !== 'open')) onDoomed();
    return states;
  };
