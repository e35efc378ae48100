import type { Database } from '@output-review/runtime';

import type { CheckJobStore, ClaimedCheck } from '../../use-cases/checking/check-jobs.ts';
import type { Claim } from '../../use-cases/judging/judge-jobs.ts';
import { type Claiming, makeClaimInTurn } from './claim-in-turn.ts';
import { keyOf } from './claim-key-columns.ts';
import { CLAIM_CHECKS, PASS_ON } from './statements.ts';

export function makeCheckJobStore(db: Database, claiming: Claiming): CheckJobStore {
  const claimRows = makeClaimInTurn<CheckRow>(db, { ...claiming, statement: CLAIM_CHECKS });
  return {
    claim: async (request) => (await claimRows(request)).map(toClaimedCheck),
    passOn: async (claim, { material, rules }) => {
      const texts = [JSON.stringify(material), JSON.stringify(rules)];
      await db.query({ ...PASS_ON, values: [claiming.owner, ...keyOf(claim), ...texts] });
    },
  };
}

interface CheckRow extends Claim {
  readonly traceparent: string | null;
  readonly request: string;
}

type Requested = Pick<ClaimedCheck, 'content' | 'files' | 'projectId' | 'taskId'>;

function toClaimedCheck({
  workspaceId,
  id,
  run,
  attempt,
  traceparent,
  request,
}: CheckRow): ClaimedCheck {
  // Jobs of a release that knew no files have none.
  const requested = { files: [], ...(JSON.parse(request) as Omit<Requested, 'files'>) };
  return { workspaceId, id, run, attempt, traceparent, ...requested };
}
