import type { AppliedRule, JudgedContentData } from '@output-review/contracts';

import type { CompiledRule } from '../../domain/compile-rule.ts';
import { conclude, type Evaluation } from '../../domain/evaluation.ts';
import { judgedTextOf } from '../../domain/judged-text.ts';

export interface ApplyRulesDeps {
  readonly fold: (text: string) => string;
  /** Milliseconds of a clock that only runs forward, with fractions. */
  readonly readMs: () => number;
  /** Resolves when whoever else waits for the thread has had a turn. */
  readonly yieldTurn: () => Promise<void>;
}

export type ApplyRules = (
  rules: readonly CompiledRule[],
  content: JudgedContentData,
) => Promise<Evaluation>;

// Accepting shares the thread in one process: its p99 goal of 50 ms has room for a few such turns.
const TURN_MS_MAX = 5;

/** Applies rules to texts, giving way to others every few milliseconds. */
export function makeApplyRules({ fold, readMs, yieldTurn }: ApplyRulesDeps): ApplyRules {
  let turnBeganMs = readMs();
  return async (rules, content) => {
    const text = judgedTextOf(content, fold);
    const appliedRules: AppliedRule[] = [];
    let beganMs = readMs();
    for (const { rule, settle } of rules) {
      const { outcome, summary } = settle(text);
      const endedMs = readMs();
      appliedRules.push({
        ruleVersionId: rule.versionId,
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
    return { ...conclude(appliedRules), appliedRules };
  };
}

/** Rounded to microseconds; more digits are noise. */
function microseconds(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
