import { isOutage } from '@output-review/runtime';

import { type Evaluation, evaluationAsError } from '../../domain/evaluation.ts';
import { judgedMaterialOf } from '../../domain/judges/judged-material.ts';
import type { ApplyRules } from '../evaluations/apply-rules.ts';
import type { RecordedResult } from '../evaluations/evaluation-store.ts';
import { makeResult } from '../evaluations/make-result.ts';
import type { RuleSets } from '../evaluations/rule-sets.ts';
import type { JudgeJobStore } from '../judging/judge-jobs.ts';
import type { RunLimits } from '../judging/run-job.ts';
import type { CheckJobStore, ClaimedCheck } from './check-jobs.ts';

export interface RunCheckDeps {
  readonly jobs: Pick<JudgeJobStore, 'settle' | 'putOff'>;
  readonly checks: Pick<CheckJobStore, 'passOn'>;
  readonly ruleSets: RuleSets;
  readonly applyRules: ApplyRules;
  /** Takes recorded results on their way out. */
  readonly announce: (results: readonly RecordedResult[]) => void;
  /** Told that there is a judge job to claim. */
  readonly onPassedOn: () => void;
  readonly newId: () => string;
  readonly now: () => Date;
  /** Told of what went wrong with a job that then ends as an error. */
  readonly onBroken: (error: unknown, job: ClaimedCheck) => void;
}

export type RunCheck = (job: ClaimedCheck, limits: Pick<RunLimits, 'signal'>) => Promise<void>;

const BROKEN =
  'This output could not be checked: something went wrong on our side. Evaluate it again.';

/**
 * Applies the rules of this moment to a claimed run, however long that takes, and records its result;
 * where judges have to be asked too it is left to these. As with judges, a job that breaks is an error.
 */
export function makeRunCheck(deps: RunCheckDeps): RunCheck {
  const { jobs, announce, newId, now } = deps;
  return async (job, { signal }) => {
    const record = async (evaluation: Evaluation): Promise<void> => {
      const result = makeResult(job, evaluation, { eventId: newId(), now: now() });
      const recorded = await jobs.settle(job, result);
      if (recorded) announce([recorded]);
    };
    try {
      const evaluation = await check(job, signal, deps);
      if (evaluation) await record(evaluation);
    } catch (error) {
      // Whoever comes next begins anew; where the claim is lost this does nothing.
      if (signal.aborted) return jobs.putOff(job, { rules: null, pauseMs: 0, isFailing: false });
      if (isOutage(error)) throw error;
      deps.onBroken(error, job);
      await record(evaluationAsError(BROKEN));
    }
  };
}

/** Null where it was left to judges. */
async function check(
  job: ClaimedCheck,
  signal: AbortSignal,
  { checks, ruleSets, applyRules, onPassedOn }: RunCheckDeps,
): Promise<Evaluation | null> {
  const { workspaceId, content, files } = job;
  const ruleSetOf = await ruleSets.read([workspaceId]);
  const rules = ruleSetOf(workspaceId).applicableTo(job);
  const applying = applyRules(rules, content, { workspaceId, files, signal });
  const applied = await orInterrupted(applying, signal);
  if (applied.kind === 'settled') return applied.evaluation;
  await checks.passOn(job, {
    material: judgedMaterialOf(content, files),
    rules: applied.rules,
  });
  onPassedOn();
  return null;
}

/** A process that checks cannot be told to stop; nobody waits for it then. */
async function orInterrupted<T>(working: Promise<T>, signal: AbortSignal): Promise<T> {
  let interrupt = (): void => undefined;
  const interrupted = new Promise<never>((_, reject) => {
    interrupt = () => {
      const reason: unknown = signal.reason;
      reject(reason);
    };
    signal.addEventListener('abort', interrupt, { once: true });
    if (signal.aborted) interrupt();
  });
  try {
    return await Promise.race([working, interrupted]);
  } finally {
    signal.removeEventListener('abort', interrupt);
  }
}
