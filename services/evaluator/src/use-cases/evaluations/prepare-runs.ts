import type { JudgedContentData } from '@output-review/contracts';

import { judgedMaterialOf } from '../../domain/judges/judged-material.ts';
import type { RulePlace } from '../../domain/rule.ts';
import type { JudgeJob } from '../judging/judge-jobs.ts';
import type { ApplyRules } from './apply-rules.ts';
import type { NewResult, RunRef } from './evaluation-store.ts';
import { makeResult } from './make-result.ts';
import type { RuleSets } from './rule-sets.ts';

/** A run of the rules that is to be made. */
export interface RequestedRun extends RunRef, RulePlace {
  readonly content: JudgedContentData;
  readonly traceparent: string | null;
}

export interface PrepareRunsDeps {
  readonly ruleSets: RuleSets;
  readonly applyRules: ApplyRules;
  readonly newId: () => string;
  readonly now: () => Date;
}

/** Runs that are through, and those whose judges have to be asked. */
export interface PreparedRuns {
  readonly results: readonly NewResult[];
  readonly jobs: readonly JudgeJob[];
}

export type PrepareRuns = (runs: readonly RequestedRun[]) => Promise<PreparedRuns>;

/** Applies the rules of this moment as far as that goes without judges. */
export const makePrepareRuns =
  ({ ruleSets, applyRules, newId, now }: PrepareRunsDeps): PrepareRuns =>
  async (runs) => {
    const ruleSetOf = await ruleSets.read(runs.map(({ workspaceId }) => workspaceId));
    const results: NewResult[] = [];
    const jobs: JudgeJob[] = [];
    for (const run of runs) {
      const rules = ruleSetOf(run.workspaceId).applicableTo(run);
      const applied = await applyRules(rules, run.content);
      if (applied.kind === 'settled') {
        results.push(makeResult(run, applied.evaluation, { eventId: newId(), now: now() }));
      } else {
        jobs.push(jobOf(run, applied.rules));
      }
    }
    return { results, jobs };
  };

/** A run that judges have to end. */
export function jobOf(run: RequestedRun, rules: JudgeJob['rules']): JudgeJob {
  const { workspaceId, id, traceparent, content } = run;
  return { workspaceId, id, run: run.run, traceparent, material: judgedMaterialOf(content), rules };
}
