import { type Database, isTransientError, type SqlClient, textArray } from '@output-review/runtime';

import {
  CLAIM,
  CLAIM_CHECKS,
  CLAIM_NOW,
  type claimOf,
  ENQUEUE,
  LEASES,
  type leasesOf,
  PASS_ON,
  SETTLE,
} from './job-statements.sql.ts';
import {
  type Claim,
  type ClaimedCheck,
  type ClaimedJob,
  type ClaimRequest,
  type JudgeJob,
  latestRuns,
  type NewJobs,
  type NewResult,
  type Reschedule,
  type RecordedResult,
  type RequestedRun,
  type RunRef,
} from './runs.pure.ts';

export interface Claiming {
  /** Identifies this process, and must be unique. */
  readonly owner: string;
  readonly leaseMs: number;
}

/** Jobs in the table of evaluations, claimed by this process on the clock of the database. */
export class JobTable {
  readonly leases: Leases;
  readonly #db: Database;
  readonly #claiming: Claiming;
  readonly #claimJobs: ClaimInTurn<JobRow>;
  readonly #claimChecks: ClaimInTurn<CheckRow>;

  constructor(db: Database, claiming: Claiming) {
    this.leases = new Leases(db, claiming, LEASES);
    this.#db = db;
    this.#claiming = claiming;
    this.#claimJobs = new ClaimInTurn(db, claiming, CLAIM);
    this.#claimChecks = new ClaimInTurn(db, claiming, CLAIM_CHECKS);
  }

  /** Adds runs as jobs to be claimed. Skips those with a result or job, or with a deleted output. */
  async enqueue({ checks, jobs }: NewJobs): Promise<void> {
    const all = [...checks.map(rowOfCheck), ...jobs.map(rowOfJob)];
    const rows = latestRuns(all, (job) => job);
    await this.#db.query({
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

  /** Claims due judge jobs. Workspaces take turns. */
  async claimJobs(request: ClaimRequest): Promise<ClaimedJob[]> {
    return (await this.#claimJobs.claim(request)).map(toClaimedJob);
  }

  /** Claims runs to be checked. Workspaces take turns. */
  async claimChecks(request: ClaimRequest): Promise<ClaimedCheck[]> {
    return (await this.#claimChecks.claim(request)).map(toClaimedCheck);
  }

  /** Claims this job for a waiting caller, due or not, with its progress if it is being judged already. */
  async claimNow(job: JudgeJob): Promise<ClaimedJob | null> {
    const { workspaceId, id, run, traceparent } = job;
    const texts = [JSON.stringify(job.material), JSON.stringify(job.rules)];
    const { owner, leaseMs } = this.#claiming;
    const { rows } = await this.#db.query<JobRow>({
      ...CLAIM_NOW,
      values: [workspaceId, id, run, traceparent, ...texts, owner, leaseMs],
    });
    return rows[0] ? toClaimedJob(rows[0]) : null;
  }

  /** Records the result and ends the job if the claim is held; otherwise a no-op. */
  async settle(claim: Claim, result: NewResult): Promise<RecordedResult | null> {
    const json = JSON.stringify(result.data);
    const own = [json, result.eventId, result.data.evaluatedAt];
    const { rows } = await this.#db.query<{ seq: string }>({
      ...SETTLE,
      values: [...this.leases.valuesOf(claim), ...own],
    });
    return rows[0] ? { ...result, json, seq: rows[0].seq } : null;
  }

  /** Passes a checked run on to judges if the claim is held. The claim ends. */
  async passOn(
    claim: Claim,
    { material, rules }: Pick<JudgeJob, 'material' | 'rules'>,
  ): Promise<void> {
    const texts = [JSON.stringify(material), JSON.stringify(rules)];
    await this.#db.query({ ...PASS_ON, values: [...this.leases.valuesOf(claim), ...texts] });
  }
}

/** Renews and returns the claims of a table. */
export class Leases {
  readonly #db: Database;
  readonly #claiming: Claiming;
  readonly #statements: ReturnType<typeof leasesOf>;

  constructor(db: Database, claiming: Claiming, statements: ReturnType<typeof leasesOf>) {
    this.#db = db;
    this.#claiming = claiming;
    this.#statements = statements;
  }

  /** Renews leases. @returns the claims that are still held */
  async renew(claims: readonly Claim[]): Promise<Claim[]> {
    const { owner, leaseMs } = this.#claiming;
    const { rows } = await this.#db.query<Claim>({
      ...this.#statements.renew,
      values: [owner, ...columnsOf(claims), leaseMs],
    });
    return rows;
  }

  /** Returns the claim. A no-op if it is no longer held. */
  async reschedule(claim: Claim, { rules, pauseMs, failingForMs }: Reschedule): Promise<void> {
    const progress = rules && JSON.stringify(rules);
    const values = [...this.valuesOf(claim), progress, pauseMs, failingForMs];
    await this.#db.query({ ...this.#statements.reschedule, values });
  }

  /** Frees expired leases, except for work in progress in this process; or all claims of all processes. */
  async free(active: readonly Claim[] | 'all'): Promise<void> {
    const held = columnsOf(active === 'all' ? [] : active);
    const values = [this.#claiming.owner, ...held, active === 'all'];
    await this.#db.query({ ...this.#statements.freeExpired, values });
  }

  /** The parameters of `isThisClaim` in the statements. */
  valuesOf({ workspaceId, id, run, attempt }: Claim): unknown[] {
    return [this.#claiming.owner, workspaceId, id, run, attempt];
  }
}

/** The parameters of `held` in the statements. */
function columnsOf(claims: readonly Claim[]): unknown[] {
  return [
    claims.map(({ workspaceId }) => workspaceId),
    claims.map(({ id }) => id),
    claims.map(({ run }) => run),
    claims.map(({ attempt }) => attempt),
  ];
}

/** Continues after the workspace that was served last, so that each comes first in turn. */
export class ClaimInTurn<Row extends { readonly workspaceId: string }> {
  readonly #db: SqlClient;
  readonly #claiming: Claiming;
  readonly #statement: ReturnType<typeof claimOf>;
  #lastServed = '';

  constructor(db: SqlClient, claiming: Claiming, statement: ReturnType<typeof claimOf>) {
    this.#db = db;
    this.#claiming = claiming;
    this.#statement = statement;
  }

  async claim(request: ClaimRequest): Promise<Row[]> {
    const claimed = await this.#claimAfter(this.#lastServed, request);
    const missing = request.limit - claimed.length;
    if (missing > 0 && this.#lastServed !== '') {
      try {
        claimed.push(...(await this.#claimAfter('', { ...request, limit: missing })));
      } catch (error) {
        // A retry would not return the jobs claimed already, and these would be idle until their leases expire.
        if (claimed.length === 0 || !isTransientError(error)) throw error;
      }
    }
    this.#lastServed = claimed.at(-1)?.workspaceId ?? '';
    return claimed;
  }

  async #claimAfter(after: string, { limit, except }: ClaimRequest): Promise<Row[]> {
    const { owner, leaseMs } = this.#claiming;
    const values = [owner, limit, after, except, leaseMs];
    const { rows } = await this.#db.query<Row>({ ...this.#statement, values });
    return rows;
  }
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

interface CheckRow extends Claim {
  readonly traceparent: string | null;
  readonly request: string;
}

type Requested = Pick<ClaimedCheck, 'content' | 'files' | 'projectId' | 'taskId'>;

function toClaimedCheck({ request, ...claim }: CheckRow): ClaimedCheck {
  return { ...claim, ...(JSON.parse(request) as Requested) };
}
