import type { RequestedRun } from '../evaluations/requested-run.ts';
import type { Claim, ClaimRequest, JudgeJob } from '../judging/judge-jobs.ts';

/** A run that somebody has claimed, whose rules are costly and none of them settled. */
export type ClaimedCheck = RequestedRun & Claim;

/** Runs that wait to be checked: rows as judge jobs are, and renewed, settled and freed as these. */
export interface CheckJobStore {
  /** Claims jobs that are due, the workspaces in turn. */
  claim(request: ClaimRequest): Promise<ClaimedCheck[]>;
  /** Leaves the run to judges, where the claim is held. The claim ends. */
  passOn(claim: Claim, job: Pick<JudgeJob, 'material' | 'rules'>): Promise<void>;
}
