import { type Database, textArray } from '@output-review/runtime';

import type {
  NewResult,
  RecordedResult,
  RunRef,
} from '../../use-cases/evaluations/evaluation-store.ts';
import type {
  Claim,
  ClaimedJob,
  JudgeJob,
  JudgeJobStore,
  NewJobs,
} from '../../use-cases/judging/judge-jobs.ts';
import type { RequestedRun } from '../../use-cases/evaluations/requested-run.ts';
import { inKeyOrder } from '../evaluations/key-order.ts';
import { type Claiming, makeClaimInTurn } from './claim-in-turn.ts';
import { keyOf } from './claim-key-columns.ts';
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

export function makeJudgeJobStore(db: Database, claiming: Claiming): JudgeJobStore {
  const { owner, leaseMs } = claiming;
  const claimRows = makeClaimInTurn<JobRow>(db, { ...claiming, statement: CLAIM });
  return {
    enqueue: (jobs) => enqueue(db, jobs),
    claim: async (request) => (await claimRows(request)).map(toClaimedJob),
    claimNow: async (job) => {
      const { workspaceId, id, run, traceparent } = job;
      const texts = [JSON.stringify(job.material), JSON.stringify(job.rules)];
      const { rows } = await db.query<JobRow>({
        ...CLAIM_NOW,
        values: [workspaceId, id, run, traceparent, ...texts, owner, leaseMs],
      });
      return rows[0] ? toClaimedJob(rows[0]) : null;
    },
    renew: async (claims) => {
      const { rows } = await db.query<Claim>({
        ...RENEW,
        values: [owner, ...claimColumns(claims), leaseMs],
      });
      return rows;
    },
    settle: (claim, result) => settle(db, [owner, ...keyOf(claim)], result),
    putOff: async (claim, { rules, pauseMs, isFailing }) => {
      const progress = rules && JSON.stringify(rules);
      const values = [owner, ...keyOf(claim), progress, pauseMs, isFailing];
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

async function enqueue(db: Database, { checks, jobs }: NewJobs): Promise<void> {
  const all = [...checks.map(rowOfCheck), ...jobs.map(rowOfJob)];
  const latestFirst = all.sort((one, other) => other.run - one.run);
  const rows = inKeyOrder(latestFirst, (job) => job);
  await db.query({
    ...ENQUEUE,
    values: [
      textArray(rows.map(({ workspaceId }) => workspaceId)),
      textArray(rows.map(({ id }) => id)),
      rows.map(({ run }) => run),
      textArray(rows.map(({ state }) => state)),
      textArray(rows.map(({ traceparent }) => traceparent)),
      textArray(rows.map(({ request }) => request)),
      textArray(rows.map(({ material }) => material)),
      textArray(rows.map(({ progress }) => progress)),
    ],
  });
}

interface NewRow extends RunRef {
  readonly state: 'checking' | 'judging';
  readonly traceparent: string | null;
  readonly request: string | null;
  readonly material: string | null;
  readonly progress: string | null;
}

function rowOfCheck({ content, files, projectId, taskId, ...run }: RequestedRun): NewRow {
  const request = JSON.stringify({ content, files, projectId, taskId });
  return { ...run, state: 'checking', request, material: null, progress: null };
}

function rowOfJob({ material, rules, ...run }: JudgeJob): NewRow {
  const texts = { material: JSON.stringify(material), progress: JSON.stringify(rules) };
  return { ...run, state: 'judging', request: null, ...texts };
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

function claimColumns(claims: readonly Claim[]): unknown[] {
  return [
    claims.map(({ workspaceId }) => workspaceId),
    claims.map(({ id }) => id),
    claims.map(({ run }) => run),
    claims.map(({ attempt }) => attempt),
  ];
}
