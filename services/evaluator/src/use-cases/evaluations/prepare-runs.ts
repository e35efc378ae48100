import { type Evaluation, evaluationOf } from '../../domain/evaluation.ts';
import { judgedMaterialOf } from '../../domain/judges/judged-material.ts';
import type { RuleProgress } from '../../domain/judges/rule-progress.ts';
import { isFlaggedExactly, skipJudges } from '../../domain/judges/skip-judges.ts';
import type { JudgeJob, NewJobs } from '../judging/judge-jobs.ts';
import type { WorkspaceJudgesStore } from '../workspace-judges/workspace-judges-store.ts';
import type { ApplyCheapRules, ApplyRules } from './apply-rules.ts';
import type { NewResult } from './evaluation-store.ts';
import { makeResult } from './make-result.ts';
import type { RequestedRun } from './requested-run.ts';
import type { RuleSets } from './rule-sets.ts';

export interface PrepareRunsDeps {
  readonly ruleSets: RuleSets;
  /** Null where the rules of a run are left to a job. */
  readonly applyRules: ApplyRules | ApplyCheapRules;
  readonly findSkipping: WorkspaceJudgesStore['findSkipping'];
  readonly newId: () => string;
  readonly now: () => Date;
}

/** Runs that are through, and those that jobs have to end. */
export interface PreparedRuns extends NewJobs {
  readonly results: readonly NewResult[];
}

export type PrepareRuns = (runs: readonly RequestedRun[]) => Promise<PreparedRuns>;

/** Applies the rules of this moment as far as that goes without judges, and without jobs for costly ones. */
export const makePrepareRuns =
  ({ ruleSets, applyRules, findSkipping, newId, now }: PrepareRunsDeps): PrepareRuns =>
  async (runs) => {
    const ruleSetOf = await ruleSets.read(runs.map(({ workspaceId }) => workspaceId));
    const results: NewResult[] = [];
    const checks: RequestedRun[] = [];
    const waiting: WaitingRun[] = [];
    const settle = (run: RequestedRun, evaluation: Evaluation): void => {
      results.push(makeResult(run, evaluation, { eventId: newId(), now: now() }));
    };
    for (const run of runs) {
      const { workspaceId, content, files } = run;
      const rules = ruleSetOf(workspaceId).applicableTo(run);
      const applied = await applyRules(rules, content, { workspaceId, files });
      if (applied === null) checks.push(run);
      else if (applied.kind === 'settled') settle(run, applied.evaluation);
      else waiting.push({ run, rules: applied.rules });
    }
    const isSkipped = await findSkipped(waiting, findSkipping);
    const jobs: JudgeJob[] = [];
    for (const each of waiting) {
      if (isSkipped(each)) settle(each.run, evaluationOf(skipJudges(each.rules)));
      else jobs.push(jobOf(each.run, each.rules));
    }
    return { results, checks, jobs };
  };

/** A run whose exact rules are settled. */
interface WaitingRun {
  readonly run: RequestedRun;
  readonly rules: readonly RuleProgress[];
}

/** Tells of which runs the judges are left alone. Asked of the database only where there may be one. */
async function findSkipped(
  waiting: readonly WaitingRun[],
  findSkipping: WorkspaceJudgesStore['findSkipping'],
): Promise<(each: WaitingRun) => boolean> {
  const flagged = waiting.filter(({ rules }) => isFlaggedExactly(rules));
  if (flagged.length === 0) return () => false;
  const ids = new Set(flagged.map(({ run }) => run.workspaceId));
  const skipping = await findSkipping([...ids]);
  return ({ run, rules }) => skipping.has(run.workspaceId) && isFlaggedExactly(rules);
}

/** A run that judges have to end. */
export function jobOf(run: RequestedRun, rules: JudgeJob['rules']): JudgeJob {
  const { workspaceId, id, traceparent, content, files } = run;
  const material = judgedMaterialOf(content, files);
  return { workspaceId, id, run: run.run, traceparent, material, rules };
}
