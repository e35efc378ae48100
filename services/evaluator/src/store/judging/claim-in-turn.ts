import type { Database } from '@output-review/runtime';

import type { ClaimRequest } from '../../use-cases/judging/judge-jobs.ts';

interface Claiming {
  /** Names this process. */
  readonly owner: string;
  readonly statement: { readonly name: string; readonly text: string };
}

/** Goes on behind the workspace that was served last, so that in the end each has been first. */
export function makeClaimInTurn<Row extends { readonly workspaceId: string }>(
  db: Database,
  { owner, statement }: Claiming,
): (request: ClaimRequest) => Promise<Row[]> {
  let lastServed = '';
  const claimAfter = async (after: string, { limit, except }: ClaimRequest): Promise<Row[]> => {
    const values = [owner, limit, after, except];
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
