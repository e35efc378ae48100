import type { FileData, JudgedContentData } from '@output-review/contracts';

import type { CompiledRule, ExactRule, JudgeRule } from './compile-rule.ts';
import {
  type Evaluation,
  evaluationOf,
  type RuleProgress,
  settledRules,
  withDemand,
} from './evaluation.ts';
import { isAnyShown } from './judged-files.ts';
import { type JudgedOutput, makeJudgedOutput } from './judged-output.ts';
import { NOTHING_TO_READ } from './rule-types/rule-type.ts';
import type { ScannerOf } from './scanners.ts';
import {
  type SettledRule,
  evaluateInline,
  CooperativeScheduler,
  type SchedulerDeps,
} from './evaluate-inline.ts';

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
  /** Whether it must hold up nobody: it then throws `GaveWay` where others need the room. */
  readonly isShadow?: boolean;
}

/** Work that decides nothing was left, because others needed its place. */
export class GaveWay extends Error {}

export interface ApplyRulesDeps extends SchedulerDeps {
  readonly fold: (text: string) => string;
  readonly scannerOf: ScannerOf;
  /** So much may be done here at once, in instructions of patterns times characters of text. */
  readonly stepsAtOnceMax: number;
  readonly evaluateInWorker: SettleApart;
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

/** Whose rules are applied. */
interface AppliedFor extends WithFiles {
  readonly workspaceId: string;
  /** Both as in a task that is settled apart. */
  readonly signal?: AbortSignal;
  readonly isShadow?: boolean;
}

// Folding a text, and finding a place in it by its folded form, cost about as much as such a pattern.
const STEPS_OF_FOLDING = 10;
// Others have the thread between two passes, so that these may be several; a second at the worst.
const TURNS_MAX = 20;

interface SettledSome {
  /** The exact ones. */
  readonly rules: readonly ExactRule[];
  /** How each of them ended; null for those that would hold the thread. */
  readonly settled: (SettledRule | null)[];
  readonly output: JudgedOutput;
}

/**
 * Applies exact rules to outputs, giving way to others every few milliseconds; judges are left out.
 * Rules that might hold the thread for longer, on such a text, are settled elsewhere.
 */
export class RuleApplier {
  readonly #deps: ApplyRulesDeps;
  readonly #scheduler: CooperativeScheduler;
  /** The exact ones of each list of rules: of the same list it is the same one every time. */
  readonly #exactRules = new WeakMap<readonly CompiledRule[], readonly ExactRule[]>();

  constructor(deps: ApplyRulesDeps) {
    this.#deps = deps;
    this.#scheduler = new CooperativeScheduler(deps);
  }

  /** Null where the rules are costly: whatever was settled of them is settled again. */
  async applyCheapRules(
    compiled: readonly CompiledRule[],
    content: JudgedContentData,
    { files }: WithFiles,
  ): Promise<RulesApplied | null> {
    const { settled, output } = await this.#settleSome(compiled, content);
    return settled.includes(null) ? null : progressOf(compiled, settled, { output, files });
  }

  async applyRules(
    compiled: readonly CompiledRule[],
    content: JudgedContentData,
    { files, ...caller }: AppliedFor,
  ): Promise<RulesApplied> {
    const { rules, settled, output } = await this.#settleSome(compiled, content);
    const left = settled.includes(null) ? rules.filter((_, place) => !settled[place]) : [];
    if (left.length > 0) {
      // As it is where all of them are left: what a list has been sent as is known by the list.
      const sent = left.length === rules.length ? rules : left;
      const { evaluatedAt } = output;
      const { evaluateInWorker } = this.#deps;
      fillIn(settled, await evaluateInWorker({ ...caller, rules: sent, content, evaluatedAt }));
    }
    return progressOf(compiled, settled, { output, files });
  }

  async #settleSome(
    compiled: readonly CompiledRule[],
    content: JudgedContentData,
  ): Promise<SettledSome> {
    const { fold, scannerOf, now } = this.#deps;
    const output = makeJudgedOutput(content, { fold, evaluatedAt: now(), isHasty: true });
    const rules = this.#exactRulesOf(compiled);
    const settled: (SettledRule | null)[] = (await this.#isCostly(output, compiled))
      ? rules.map(() => null)
      : await evaluateInline(rules, output, {
          scanner: scannerOf(compiled),
          scheduler: this.#scheduler,
        });
    return { rules, settled, output };
  }

  async #isCostly({ text }: JudgedOutput, compiled: readonly CompiledRule[]): Promise<boolean> {
    const { scannerOf, stepsAtOnceMax } = this.#deps;
    const scanner = text && scannerOf(compiled);
    if (!text || !scanner) return false;
    const weight = scanner.weight ?? (await this.#scheduler.take(scanner.weigh())).result;
    const length = Math.max(1, text.lengthMax);
    return (
      length * (weight.largest + STEPS_OF_FOLDING) > stepsAtOnceMax ||
      length * weight.total > stepsAtOnceMax * TURNS_MAX
    );
  }

  #exactRulesOf(compiled: readonly CompiledRule[]): readonly ExactRule[] {
    let exact = this.#exactRules.get(compiled);
    if (!exact) {
      exact = compiled.filter((each) => each.kind === 'exact');
      this.#exactRules.set(compiled, exact);
    }
    return exact;
  }
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
    const applied = {
      ruleVersionId: each.rule.versionId,
      outcome: settlement.outcome,
      summary: settlement.summary,
      evaluator: 'deterministic' as const,
      latencyMs: microseconds(latencyMs),
    };
    return withDemand(applied, each.rule.approvals);
  });
  const all = settledRules(rules);
  return all ? { kind: 'settled', evaluation: evaluationOf(all) } : { kind: 'waiting', rules };
}

// Whatever is told of too few rules fails closed.
const UNSETTLED: SettledRule = {
  settlement: { outcome: 'error', summary: 'A rule was not settled.' },
  latencyMs: 0,
};

function leaveToJudge(
  { rule: { versionId: ruleVersionId, approvals } }: JudgeRule,
  hasSomethingToRead: boolean,
): RuleProgress {
  return hasSomethingToRead
    ? { ruleVersionId, outcome: 'waiting', ...(approvals && { approvals }), attempts: 0 }
    : { ruleVersionId, ...NOTHING_TO_READ, evaluator: 'llm', latencyMs: 0 };
}

/** Rounded to microseconds; more digits are noise. */
function microseconds(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
