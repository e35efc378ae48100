import type { FileData, JudgedContentData } from '@output-review/contracts';

import type { CompiledRule, ExactRule, JudgeRule } from '../../domain/compile-rule.ts';
import { type Evaluation, evaluationOf } from '../../domain/evaluation.ts';
import { isAnyShown } from '../../domain/judges/judged-files.ts';
import { type RuleProgress, settledRules } from '../../domain/judges/rule-progress.ts';
import { type JudgedOutput, makeJudgedOutput } from '../../domain/judged-output.ts';
import { NOTHING_TO_READ } from '../../domain/settlement.ts';
import type { ScannerOf } from './scanners.ts';
import { type SettledRule, settleHere } from './settle-here.ts';
import { Turns, type TurnsDeps } from './turns.ts';

/**
 * Settles exact rules where nobody waits for the thread.
 *
 * @returns how each of them ended, in their order
 */
export type SettleApart = (task: ApartTask) => Promise<readonly SettledRule[]>;

export interface ApartTask {
  readonly workspaceId: string;
  readonly rules: readonly ExactRule[];
  readonly content: JudgedContentData;
  readonly evaluatedAt: Date;
  /** Who gives up before it is the task's turn; without it that is after a while. */
  readonly signal?: AbortSignal | undefined;
}

export interface ApplyRulesDeps extends TurnsDeps {
  readonly fold: (text: string) => string;
  readonly scannerOf: ScannerOf;
  /** So much may be done here at once, in instructions of patterns times characters of text. */
  readonly stepsAtOnceMax: number;
  readonly settleApart: SettleApart;
  readonly now: () => Date;
}

/** What rules came to: an evaluation, or, where judges have to be asked, how far it got. */
export type RulesApplied =
  | { readonly kind: 'settled'; readonly evaluation: Evaluation }
  | { readonly kind: 'waiting'; readonly rules: readonly RuleProgress[] };

/** Files of an output; where it has no text, a judge that reads files has them to read. */
interface WithFiles {
  readonly files: readonly FileData[];
}

/** @param signal as in a task that is settled apart. */
export type ApplyRules = (
  rules: readonly CompiledRule[],
  content: JudgedContentData,
  of: WithFiles & { readonly workspaceId: string; readonly signal?: AbortSignal },
) => Promise<RulesApplied>;

/** Null where the rules are costly: whatever was settled of them is settled again. */
export type ApplyCheapRules = (
  rules: readonly CompiledRule[],
  content: JudgedContentData,
  of: WithFiles,
) => Promise<RulesApplied | null>;

// Folding a text, and finding a place in it by its folded form, cost about as much as such a pattern.
const STEPS_OF_FOLDING = 10;
// Others have the thread between two passes, so that these may be several; a second at the worst.
const TURNS_MAX = 20;

/**
 * Applies exact rules to outputs, giving way to others every few milliseconds; judges are left out.
 * Rules that might hold the thread for longer, on such a text, are settled elsewhere.
 */
export function makeApplyRules(deps: ApplyRulesDeps): {
  readonly applyRules: ApplyRules;
  readonly applyCheapRules: ApplyCheapRules;
} {
  const { settleApart } = deps;
  const settleSome = makeSettleSome(deps);
  return {
    applyCheapRules: async (compiled, content, { files }) => {
      const { settled, output } = await settleSome(compiled, content);
      return settled.includes(null) ? null : progressOf(compiled, settled, { output, files });
    },
    applyRules: async (compiled, content, { files, ...caller }) => {
      const { rules, settled, output } = await settleSome(compiled, content);
      const left = settled.includes(null) ? rules.filter((_, place) => !settled[place]) : [];
      if (left.length > 0) {
        // As it is where all of them are left: what a list has been sent as is known by the list.
        const sent = left.length === rules.length ? rules : left;
        const { evaluatedAt } = output;
        fillIn(settled, await settleApart({ ...caller, rules: sent, content, evaluatedAt }));
      }
      return progressOf(compiled, settled, { output, files });
    },
  };
}

interface SettledSome {
  /** The exact ones. */
  readonly rules: readonly ExactRule[];
  /** How each of them ended; null for those that would hold the thread. */
  readonly settled: (SettledRule | null)[];
  readonly output: JudgedOutput;
}

function makeSettleSome(
  deps: ApplyRulesDeps,
): (compiled: readonly CompiledRule[], content: JudgedContentData) => Promise<SettledSome> {
  const { fold, scannerOf, stepsAtOnceMax, now } = deps;
  const turns = new Turns(deps);
  const exactRulesOf = rememberExactRules();

  const isCostly = async (
    { text }: JudgedOutput,
    compiled: readonly CompiledRule[],
  ): Promise<boolean> => {
    const scanner = text && scannerOf(compiled);
    if (!text || !scanner) return false;
    const weight = scanner.weight ?? (await turns.take(scanner.weigh())).result;
    const length = Math.max(1, text.raw.length);
    return (
      length * (weight.largest + STEPS_OF_FOLDING) > stepsAtOnceMax ||
      length * weight.total > stepsAtOnceMax * TURNS_MAX
    );
  };

  return async (compiled, content) => {
    const output = makeJudgedOutput(content, { fold, evaluatedAt: now(), isHasty: true });
    const rules = exactRulesOf(compiled);
    const settled: (SettledRule | null)[] = (await isCostly(output, compiled))
      ? rules.map(() => null)
      : await settleHere(rules, output, { scanner: scannerOf(compiled), turns });
    return { rules, settled, output };
  };
}

function fillIn(settled: (SettledRule | null)[], others: readonly SettledRule[]): void {
  let next = 0;
  settled.forEach((each, place) => {
    if (each) return;
    settled[place] = others[next] ?? null;
    next += 1;
  });
}

function progressOf(
  compiled: readonly CompiledRule[],
  settled: readonly (SettledRule | null)[],
  { output, files }: WithFiles & { readonly output: JudgedOutput },
): RulesApplied {
  const hasText = output.text !== null;
  let place = 0;
  const rules = compiled.map((each): RuleProgress => {
    if (each.kind === 'judge') {
      return leaveToJudge(each, hasText || (each.rule.judgeFiles && isAnyShown(files)));
    }
    const { settlement, latencyMs } = settled[place] ?? UNSETTLED;
    place += 1;
    return {
      ruleVersionId: each.rule.versionId,
      outcome: settlement.outcome,
      summary: settlement.summary,
      evaluator: 'deterministic',
      latencyMs: microseconds(latencyMs),
    };
  });
  const all = settledRules(rules);
  return all ? { kind: 'settled', evaluation: evaluationOf(all) } : { kind: 'waiting', rules };
}

// Whatever is told of too few rules fails closed.
const UNSETTLED: SettledRule = {
  settlement: { outcome: 'error', summary: 'A rule was not settled.' },
  latencyMs: 0,
};

/** The exact ones of a list of rules; of the same list it is the same one every time. */
function rememberExactRules(): (compiled: readonly CompiledRule[]) => readonly ExactRule[] {
  const known = new WeakMap<readonly CompiledRule[], readonly ExactRule[]>();
  return (compiled) => {
    let exact = known.get(compiled);
    if (!exact) {
      exact = compiled.filter((each) => each.kind === 'exact');
      known.set(compiled, exact);
    }
    return exact;
  };
}

function leaveToJudge(
  { rule: { versionId: ruleVersionId } }: JudgeRule,
  hasSomethingToRead: boolean,
): RuleProgress {
  return hasSomethingToRead
    ? { ruleVersionId, outcome: 'waiting', attempts: 0 }
    : { ruleVersionId, ...NOTHING_TO_READ, evaluator: 'llm', latencyMs: 0 };
}

/** Rounded to microseconds; more digits are noise. */
function microseconds(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
