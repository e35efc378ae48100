import { type Database, textArray } from '@output-review/runtime';

import type {
  NewResult,
  RecordedResult,
  RunRef,
} from '../../use-cases/evaluations/evaluation-store.ts';
import type {
  Claim,
  ClaimedJob,
  ClaimRequest,
  JudgeJob,
  JudgeJobStore,
} from '../../use-cases/judging/judge-jobs.ts';
import { inKeyOrder } from '../evaluations/key-order.ts';
import {
  CLAIM,
  CLAIM_NOW,
  ENQUEUE,
  FREE_EXPIRED,
  IS_DELETED,
  PUT_OFF,
  RENEW,
  SETTLE,
} from './statements.ts';

/** @param owner names this process; no two may have the same. */
export function makeJudgeJobStore(db: Database, owner: string): JudgeJobStore {
  const claimInTurn = makeClaimInTurn(db, owner);
  return {
    enqueue: (jobs) => enqueue(db, jobs),
    claim: claimInTurn,
    claimNow: async (job) => {
      const { workspaceId, id, run, traceparent } = job;
      const texts = [JSON.stringify(job.material), JSON.stringify(job.rules)];
      const { rows } = await db.query<JobRow>({
        ...CLAIM_NOW,
        values: [workspaceId, id, run, traceparent, ...texts, owner],
      });
      return rows[0] ? toClaimedJob(rows[0]) : null;
    },
    renew: async (claims) => {
      const { rows } = await db.query<Claim>({
        ...RENEW,
        values: [owner, ...claimColumns(claims)],
      });
      return rows;
    },
    settle: (claim, result) => settle(db, [owner, ...keyOf(claim)], result),
    putOff: async (claim, { rules, pauseMs, isFailing }) => {
      const values = [owner, ...keyOf(claim), JSON.stringify(rules), pauseMs, isFailing];
      await db.query({ ...PUT_OFF, values });
    },
    freeExpired: () => free(db, false),
    freeAll: () => free(db, true),
    isDeleted: async ({ workspaceId, id }: RunRef) => {
      const { rows } = await db.query({ ...IS_DELETED, values: [workspaceId, id] });
      return rows.length > 0;
    },
  };
}

async function enqueue(db: Database, jobs: readonly JudgeJob[]): Promise<void> {
  const latestFirst = [...jobs].sort((one, other) => other.run - one.run);
  const rows = inKeyOrder(latestFirst, (job) => job);
  await db.query({
    ...ENQUEUE,
    values: [
      textArray(rows.map(({ workspaceId }) => workspaceId)),
      textArray(rows.map(({ id }) => id)),
      rows.map(({ run }) => run),
      textArray(rows.map(({ traceparent }) => traceparent)),
      textArray(rows.map(({ material }) => JSON.stringify(material))),
      textArray(rows.map(({ rules }) => JSON.stringify(rules))),
    ],
  });
}

/** Goes on behind the workspace that was served last, so that in the end each has been first. */
function makeClaimInTurn(db: Database, owner: string) {
  let lastServed = '';
  const claimAfter = async (
    after: string,
    { limit, except }: ClaimRequest,
  ): Promise<ClaimedJob[]> => {
    const values = [owner, limit, after, except];
    const { rows } = await db.query<JobRow>({ ...CLAIM, values });
    return rows.map(toClaimedJob);
  };
  return async (request: ClaimRequest): Promise<ClaimedJob[]> => {
    const claimed = await claimAfter(lastServed, request);
    const missing = request.limit - claimed.length;
    if (missing > 0 && lastServed !== '') {
      claimed.push(...(await claimAfter('', { ...request, limit: missing })));
    }
    lastServed = claimed.at(-1)?.workspaceId ?? '';
    return claimed;
  };
}

async function settle(
  db: Database,
  claim: readonly unknown[],
  result: NewResult,
): Promise<RecordedResult | null> {
  const json = JSON.stringify(result.data);
  const { rows } = await db.query<{ seq: string }>({
    ...SETTLE,
    values: [...claim, json, result.eventId, result.data.evaluatedAt],
  });
  return rows[0] ? { ...result, json, seq: rows[0].seq } : null;
}

async function free(db: Database, isAll: boolean): Promise<number> {
  const { rowCount } = await db.query({ ...FREE_EXPIRED, values: [isAll] });
  return rowCount ?? 0;
}

interface JobRow extends Claim {
  readonly traceparent: string | null;
  readonly material: string;
  readonly progress: string;
  readonly failingForMs: number | null;
}

function toClaimedJob({ material, progress, ...claim }: JobRow): ClaimedJob {
  return {
    ...claim,
    material: JSON.parse(material) as ClaimedJob['material'],
    rules: JSON.parse(progress) as ClaimedJob['rules'],
  };
}

function keyOf({ workspaceId, id, run, attempt }: Claim): unknown[] {
  return [workspaceId, id, run, attempt];
}

function claimColumns(claims: readonly Claim[]): unknown[] {
  return [
    claims.map(({ workspaceId }) => workspaceId),
    claims.map(({ id }) => id),
    claims.map(({ run }) => run),
    claims.map(({ attempt }) => attempt),
  ];
}
