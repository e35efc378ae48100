import type { ClaimStore } from './claim-store.ts';
import type { AskGateway, SettleClaims } from './settle-claims.ts';

export interface SettleUnconfirmedDeps {
  readonly claims: Pick<ClaimStore, 'findUnconfirmed'>;
  readonly settleClaims: SettleClaims;
  readonly now: () => Date;
}

// Source: the interface between the services, "after ten minutes without either the gateway is asked".
const UNCONFIRMED_MS_MAX = 10 * 60_000;
// A submission has forty files at most, and this many are released in a few seconds.
const CLAIMS_MAX = 200;

export type SettleUnconfirmed = ReturnType<typeof makeSettleUnconfirmed>;

export const makeSettleUnconfirmed =
  ({ claims, settleClaims, now }: SettleUnconfirmedDeps) =>
  /**
   * Settles claims that nobody has confirmed for ten minutes, the oldest of them.
   *
   * @returns how many there were; those that are open come again.
   */
  async (askGateway: AskGateway): Promise<number> => {
    const before = new Date(now().getTime() - UNCONFIRMED_MS_MAX);
    const unconfirmed = await claims.findUnconfirmed(before, CLAIMS_MAX);
    if (unconfirmed.length > 0) await settleClaims(unconfirmed, askGateway);
    return unconfirmed.length;
  };
