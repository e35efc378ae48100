import type { ApplicableRule } from '../../domain/compile-rule.ts';
import type { JudgedMaterial } from '../../domain/judges/judged-material.ts';
import type { RuleProgress } from '../../domain/judges/rule-progress.ts';
import type { NewResult, RecordedResult, RunRef } from '../evaluations/evaluation-store.ts';
import type { RequestedRun } from '../evaluations/requested-run.ts';

/** A run whose exact rules are settled and whose judges are to be asked. */
export interface JudgeJob extends RunRef {
  readonly traceparent: string | null;
  readonly material: JudgedMaterial;
  /** All rules of the run, in their order. */
  readonly rules: readonly RuleProgress[];
}

/** A right to a run: it ends when its lease does, when somebody else claims it, or with the output. */
export interface Claim extends RunRef {
  readonly attempt: number;
}

export interface ClaimedJob extends JudgeJob, Claim {
  /** How long its judges have been away; null where they are not known to be. */
  readonly failingForMs: number | null;
}

/** Jobs that nobody has claimed yet. */
export interface NewJobs {
  /** Runs whose rules are costly: nobody waits for them in a consumer. */
  readonly checks: readonly RequestedRun[];
  readonly jobs: readonly JudgeJob[];
}

/** What is kept of an attempt that gave no result. */
export interface PutOff {
  /** Null where it has come no further. */
  readonly rules: readonly RuleProgress[] | null;
  readonly pauseMs: number;
  /** Whether its judges were away; else it was only interrupted. */
  readonly isFailing: boolean;
}

export interface ClaimRequest {
  readonly limit: number;
  /** Workspaces whose jobs are not wanted now. */
  readonly except: readonly string[];
}

/** Jobs in the table of evaluations, claimed in the name of this process on the database's clock. */
export interface JudgeJobStore {
  /** Leaves runs to whoever claims them; those that have a result, a job or no output are left out. */
  enqueue(jobs: NewJobs): Promise<void>;
  /** Claims jobs that are due, the workspaces in turn. */
  claim(request: ClaimRequest): Promise<ClaimedJob[]>;
  /** Claims this one for a caller who waits, due or not; where it is judged already, as far as that is. */
  claimNow(job: JudgeJob): Promise<ClaimedJob | null>;
  /** Prolongs leases. @returns the claims that are still held. */
  renew(claims: readonly Claim[]): Promise<Claim[]>;
  /** Records the result and ends the job, where the claim is held; else nothing. */
  settle(claim: Claim, result: NewResult): Promise<RecordedResult | null>;
  /** Gives the claim back. Does nothing where it is no longer held. */
  putOff(claim: Claim, kept: PutOff): Promise<void>;
  /** Frees jobs whose lease has ended. @returns how many there were. */
  freeExpired(): Promise<number>;
  /** Frees all jobs, whoever claimed them. */
  freeAll(): Promise<number>;
  /** Whether the output was deleted. */
  isDeleted(run: RunRef): Promise<boolean>;
}

/** The texts of versions of rules, by version id. */
export type FindRules = (
  workspaceId: string,
  versionIds: readonly string[],
) => Promise<ReadonlyMap<string, ApplicableRule>>;
