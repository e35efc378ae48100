import type { LinkOf } from '@output-review/shared-kernel';

import { type Calls, type ChainFound, readChains, readErased } from './read-chains.ts';
import { type Verdict, verifyChain } from './verify-chain.ts';

/** A chain and the verdict on it. */
export interface Verified {
  readonly chain: ChainFound;
  readonly verdict: Verdict;
}

/** Verifies every chain. */
export async function* verifyChains(calls: Calls, linkOf: LinkOf): AsyncGenerator<Verified> {
  for await (const chain of readChains(calls)) {
    const verdict = await verifyChain(chain, linkOf);
    // All heads are read before the first chain, so a workspace may have been erased since.
    const erased = lacksRecords(verdict) ? await readErased(calls, chain) : null;
    yield erased
      ? { chain: erased, verdict: await verifyChain(erased, linkOf) }
      : { chain, verdict };
  }
}

function lacksRecords({ findings }: Verdict): boolean {
  return findings.some(({ kind }) => kind === 'missing' || kind === 'cut-off');
}
