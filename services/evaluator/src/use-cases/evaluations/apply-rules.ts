import type { JudgedContentData } from '@output-review/contracts';

import type { CompiledRule, JudgeRule } from '../../domain/compile-rule.ts';
import { type Evaluation, evaluationOf } from '../../domain/evaluation.ts';
import { type RuleProgress, settledRules } from '../../domain/judges/rule-progress.ts';
import { makeJudgedOutput } from '../../domain/judged-output.ts';
import { NOTHING_TO_READ } from '../../domain/settlement.ts';

export interface ApplyRulesDeps {
  readonly fold: (text: string) => string;
  readonly now: () => Date;
  /** Milliseconds of a clock that only runs forward, with fractions. */
  readonly readMs: () => number;
  /** Resolves when whoever else waits for the thread has had a turn. */
  readonly yieldTurn: () => Promise<void>;
}

/** What rules came to: an evaluation, or, where judges have to be asked, how far it got. */
export type RulesApplied =
  | { readonly kind: 'settled'; readonly evaluation: Evaluation }
  | { readonly kind: 'waiting'; readonly rules: readonly RuleProgress[] };

export type ApplyRules = (
  rules: readonly CompiledRule[],
  content: JudgedContentData,
) => Promise<RulesApplied>;

// Accepting shares the thread in one process: its p99 goal of 50 ms has room for a few such turns.
const TURN_MS_MAX = 5;

/** Applies exact rules to outputs, giving way to others every few milliseconds; judges are left out. */
export function makeApplyRules({ fold, now, readMs, yieldTurn }: ApplyRulesDeps): ApplyRules {
  let turnBeganMs = readMs();
  return async (compiled, content) => {
    const output = makeJudgedOutput(content, { fold, evaluatedAt: now() });
    const rules: RuleProgress[] = [];
    let beganMs = readMs();
    for (const each of compiled) {
      if (each.kind === 'judge') {
        rules.push(leaveToJudge(each, output.text !== null));
        continue;
      }
      const { outcome, summary } = each.settle(output);
      const endedMs = readMs();
      rules.push({
        ruleVersionId: each.rule.versionId,
        outcome,
        summary,
        evaluator: 'deterministic',
        latencyMs: microseconds(endedMs - beganMs),
      });
      beganMs = endedMs;
      if (endedMs - turnBeganMs > TURN_MS_MAX) {
        await yieldTurn();
        beganMs = turnBeganMs = readMs();
      }
    }
    const settled = settledRules(rules);
    return settled
      ? { kind: 'settled', evaluation: evaluationOf(settled) }
      : { kind: 'waiting', rules };
  };
}

function leaveToJudge(
  { rule: { versionId: ruleVersionId } }: JudgeRule,
  hasText: boolean,
): RuleProgress {
  return hasText
    ? { ruleVersionId, outcome: 'waiting', attempts: 0 }
    : { ruleVersionId, ...NOTHING_TO_READ, evaluator: 'llm', latencyMs: 0 };
}

/** Rounded to microseconds; more digits are noise. */
function microseconds(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
