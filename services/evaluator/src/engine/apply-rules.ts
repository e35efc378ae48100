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
import { makeScanners, type ScannerOf } from './scanners.ts';
import { type PatternTools, ThreadBudget } from './tools.ts';
import {
  type SettledRule,
  evaluateInline,
  CooperativeScheduler,
  type SchedulerDeps,
} from './evaluate-inline.ts';

export interface ApartTask {
  readonly workspaceId: string;
  readonly rules: readonly ExactRule[];
  readonly content: JudgedContentData;
  readonly evaluatedAt: Date;
  /** Aborts the wait for the task's turn. Without it, the wait times out. */
  readonly signal?: AbortSignal | undefined;
  /** Whether to give way to all other work: it then throws `GaveWay` when others need the capacity. */
  readonly isShadow?: boolean;
}

/** Shadow work was abandoned because other work needed its slot. */
export class GaveWay extends Error {}

interface ApplyRulesDeps extends SchedulerDeps {
  readonly tools: PatternTools;
  /** Settles exact rules in another process, without blocking this thread. @returns their results, in order */
  readonly evaluateInWorker: (task: ApartTask) => Promise<readonly SettledRule[]>;
  readonly now: () => Date;
}

/** The result of rules: an evaluation, or the progress so far if judges have to be asked. */
export type RulesApplied =
  | { readonly kind: 'settled'; readonly evaluation: Evaluation }
  | { readonly kind: 'waiting'; readonly rules: readonly RuleProgress[] };

/** Files of an output. If it has no text, a judge that reads files still has something to read. */
interface WithFiles {
  readonly files: readonly FileData[];
}

/** The workspace whose rules are applied. */
interface AppliedFor extends WithFiles {
  readonly workspaceId: string;
  /** Both as in `ApartTask`. */
  readonly signal?: AbortSignal;
  readonly isShadow?: boolean;
}

// Folding a text and mapping a match back to it cost about as much as a pattern of this size.
const STEPS_OF_FOLDING = 10;
// The thread is yielded between two passes, so there may be several: one second at worst.
const TURNS_MAX = 20;

interface SettledSome {
  readonly rules: readonly ExactRule[];
  /** The result of each rule; null for rules that would block the thread. */
  readonly settled: (SettledRule | null)[];
  readonly output: JudgedOutput;
}

/**
 * Applies exact rules to outputs and yields the thread every few milliseconds. Leaves out judges. Rules that might
 * block the thread for longer on the given text are settled elsewhere.
 */
export class RuleApplier {
  readonly #deps: ApplyRulesDeps;
  readonly #scannerOf: ScannerOf;
  readonly #scheduler: CooperativeScheduler;
  /** The exact rules of each list. The same list always maps to the same array. */
  readonly #exactRules = new WeakMap<readonly CompiledRule[], readonly ExactRule[]>();

  constructor(deps: ApplyRulesDeps) {
    this.#deps = deps;
    this.#scannerOf = makeScanners(deps.tools);
    this.#scheduler = new CooperativeScheduler(deps);
  }

  /** Null if the rules are costly. Results so far are discarded and settled again. */
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
      // Pass the same array if all rules are left: the rule processes recognize a list that they already have.
      const sent = left.length === rules.length ? rules : left;
      const { evaluatedAt } = output;
      const task = { ...caller, rules: sent, content, evaluatedAt };
      fillIn(settled, await this.#deps.evaluateInWorker(task));
    }
    return progressOf(compiled, settled, { output, files });
  }

  async #settleSome(
    compiled: readonly CompiledRule[],
    content: JudgedContentData,
  ): Promise<SettledSome> {
    const output = makeJudgedOutput(content, this.#deps.now(), new ThreadBudget());
    const rules = this.#exactRulesOf(compiled);
    const settled: (SettledRule | null)[] = (await this.#isCostly(output, compiled))
      ? rules.map(() => null)
      : await evaluateInline(rules, output, {
          scanner: this.#scannerOf(compiled),
          scheduler: this.#scheduler,
        });
    return { rules, settled, output };
  }

  async #isCostly({ text }: JudgedOutput, compiled: readonly CompiledRule[]): Promise<boolean> {
    const { stepsAtOnceMax } = this.#deps.tools;
    const scanner = text && this.#scannerOf(compiled);
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

// If too few results are returned, fail closed.
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
