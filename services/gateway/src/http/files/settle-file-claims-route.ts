import { type FileClaimState, INTERNAL_OPERATIONS } from '@output-review/contracts';
import { implement, type Route } from '@output-review/runtime';

import type { FileClaim } from '../../use-cases/submissions/file-claim.ts';

interface Deps {
  readonly settle: (claims: readonly FileClaim[]) => Promise<FileClaimState[]>;
}

/** Tells the media service which of the files that nobody confirmed belong to an output. */
export const makeSettleFileClaimsRoute = ({ settle }: Deps): Route =>
  implement(INTERNAL_OPERATIONS.settleFileClaims, async ({ body }) => ({
    status: 200,
    body: { states: await settle(body.claims) },
  }));
