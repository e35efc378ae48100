import type { Database } from '@output-review/runtime';

import type { ClaimRequest } from '../../use-cases/judging/judge-jobs.ts';

export interface Claiming {
  /** Names this process; no two may have the same. */
  readonly owner: string;
  readonly leaseMs: number;
}

interface ClaimingRows extends Claiming {
  readonly statement: { readonly name: string; readonly text: string };
}

/** Goes on behind the workspace that was served last, so that in the end each has been first. */
export function makeClaimInTurn<Row extends { readonly workspaceId: string }>(
  db: Database,
  { owner, leaseMs, statement }: ClaimingRows,
): (request: ClaimRequest) => Promise<Row[]> {
  let lastServed = '';
  const claimAfter = async (after: string, { limit, except }: ClaimRequest): Promise<Row[]> => {
    const values = [owner, limit, after, except, leaseMs];
    const { rows } = await db.query<Row>({ ...statement, values });
    return rows;
  };
  return async (request) => {
    const claimed = await claimAfter(lastServed, request);
    const missing = request.limit - claimed.length;
    if (missing > 0 && lastServed !== '') {
      claimed.push(...(await claimAfter('', { ...request, limit: missing })));
    }
    lastServed = claimed.at(-1)?.workspaceId ?? '';
    return claimed;
  };
}
