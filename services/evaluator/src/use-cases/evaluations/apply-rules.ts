import type { JudgedContentData } from '@output-review/contracts';

import type { CompiledRule, JudgeRule } from '../../domain/compile-rule.ts';
import { type Evaluation, evaluationOf } from '../../domain/evaluation.ts';
import { type RuleProgress, settledRules } from '../../domain/judges/rule-progress.ts';
import { type JudgedOutput, makeJudgedOutput } from '../../domain/judged-output.ts';
import { NOTHING_TO_READ } from '../../domain/settlement.ts';
import type { ScannerOf } from './scanners.ts';
import { Turns, type TurnsDeps } from './turns.ts';

export interface ApplyRulesDeps extends TurnsDeps {
  readonly fold: (text: string) => string;
  readonly scannerOf: ScannerOf;
  readonly now: () => Date;
}

/** What rules came to: an evaluation, or, where judges have to be asked, how far it got. */
export type RulesApplied =
  | { readonly kind: 'settled'; readonly evaluation: Evaluation }
  | { readonly kind: 'waiting'; readonly rules: readonly RuleProgress[] };

export type ApplyRules = (
  rules: readonly CompiledRule[],
  content: JudgedContentData,
) => Promise<RulesApplied>;

/** Applies exact rules to outputs, giving way to others every few milliseconds; judges are left out. */
export function makeApplyRules(deps: ApplyRulesDeps): ApplyRules {
  const { fold, scannerOf, now, readMs } = deps;
  const turns = new Turns(deps);
  return async (compiled, content) => {
    const unscanned = makeJudgedOutput(content, { fold, evaluatedAt: now() });
    const scanned = await scan(unscanned, { compiled, scannerOf, turns, readMs });
    const { output } = scanned;
    const rules: RuleProgress[] = [];
    let beganMs = readMs();
    for (const each of compiled) {
      if (each.kind === 'judge') {
        rules.push(leaveToJudge(each, output.text !== null));
        continue;
      }
      const { outcome, summary } = each.settle(output);
      const endedMs = readMs();
      const scanMs = each.sought === null ? 0 : scanned.msEach;
      rules.push({
        ruleVersionId: each.rule.versionId,
        outcome,
        summary,
        evaluator: 'deterministic',
        latencyMs: microseconds(endedMs - beganMs + scanMs),
      });
      const pause = turns.pauseAt(endedMs);
      if (pause) await pause;
      beganMs = pause ? readMs() : endedMs;
    }
    const settled = settledRules(rules);
    return settled
      ? { kind: 'settled', evaluation: evaluationOf(settled) }
      : { kind: 'waiting', rules };
  };
}

interface Scanned {
  readonly output: JudgedOutput;
  /** The time of the scan, divided among the rules that it was made for. */
  readonly msEach: number;
}

interface ScanDeps extends Pick<ApplyRulesDeps, 'scannerOf' | 'readMs'> {
  readonly compiled: readonly CompiledRule[];
  readonly turns: Turns;
}

async function scan(
  output: JudgedOutput,
  { compiled, scannerOf, turns, readMs }: ScanDeps,
): Promise<Scanned> {
  const scanner = output.text && scannerOf(compiled);
  if (!output.text || !scanner) return { output, msEach: 0 };
  const steps = scanner.scan(output.text);
  let ownMs = 0;
  for (;;) {
    const beganMs = readMs();
    const step = steps.next();
    const endedMs = readMs();
    ownMs += endedMs - beganMs;
    if (step.done) {
      return {
        output: { ...output, finds: step.value },
        msEach: ownMs / Math.max(1, scanner.size),
      };
    }
    const pause = turns.pauseAt(endedMs);
    if (pause) await pause;
  }
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
