import type {
  BacktestAnswer,
  Label,
  BacktestRule,
  BacktestState,
  RuleOutcome,
} from '@output-review/contracts';
import { AppError } from '@output-review/errors';

import type { OutputKey } from '../outputs/output.pure.ts';
import type { Position } from '../search/pages.pure.ts';

/** Identified like an output: by workspace and ID. */
export type BacktestKey = OutputKey;

/** The counts so far. */
export interface Counts {
  readonly checked: number;
  readonly wouldFail: number;
  readonly newlyFailed: number;
  readonly newlyPassed: number;
  readonly erred: number;
  readonly skipped: number;
  readonly agrees: number;
  readonly disagrees: number;
}

export interface Backtest extends BacktestKey, Counts {
  readonly state: BacktestState;
  readonly ruleId: string | null;
  readonly ruleVersion: number | null;
  readonly versionIds: readonly string[];
  readonly rule: BacktestRule;
  readonly filter: string;
  readonly outputsMax: number;
  readonly budgetUsd: number | null;
  /** Null if there was no output at the start. */
  readonly from: Position | null;
  /** The last checked output. */
  readonly last: Position | null;
  readonly total: number;
  readonly costUsd: number;
  readonly error: string | null;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
}

export function presentBacktest(backtest: Backtest): BacktestAnswer {
  const { id, state, ruleId, ruleVersion, rule, filter, budgetUsd, total } = backtest;
  const { checked, wouldFail, newlyFailed, newlyPassed, erred, skipped } = backtest;
  const { costUsd, error, createdBy } = backtest;
  return {
    ...{ id, state, ruleId, ruleVersion, rule, filter, budgetUsd, total },
    ...{ checked, wouldFail, newlyFailed, newlyPassed, erred, skipped },
    ...{ costUsd, error, createdBy },
    max: backtest.outputsMax,
    agreesWithPeople: backtest.agrees,
    disagrees: backtest.disagrees,
    createdAt: backtest.createdAt.toISOString(),
    finishedAt: backtest.finishedAt?.toISOString() ?? null,
  };
}

export function noSuchBacktest(): AppError {
  return new AppError('NOT_FOUND', 'There is no such backtest.');
}

/** An output and the outcome of the rule on it. */
export interface CheckedOutput {
  readonly id: string;
  readonly was: RuleOutcome | null;
  readonly would: RuleOutcome;
  readonly label: Label;
}

/** An output on which the backtest differs from the stored outcome; `n` is its number among the checked ones. */
export interface Flip extends CheckedOutput {
  readonly n: number;
}

const isNewlyFailed = ({ was, would }: CheckedOutput) => would === 'failed' && was !== 'failed';
const isNewlyPassed = ({ was, would }: CheckedOutput) => would === 'passed' && was === 'failed';
const agrees = ({ would, label }: CheckedOutput) =>
  (would === 'failed' && label === 'bad') || (would === 'passed' && label === 'good');
const disagrees = ({ would, label }: CheckedOutput) =>
  (would === 'failed' && label === 'good') || (would === 'passed' && label === 'bad');

export function countOutcomes(checked: readonly CheckedOutput[]): Counts {
  const count = (matches: (each: CheckedOutput) => boolean) => checked.filter(matches).length;
  return {
    checked: checked.length,
    wouldFail: count(({ would }) => would === 'failed'),
    newlyFailed: count(isNewlyFailed),
    newlyPassed: count(isNewlyPassed),
    erred: count(({ would }) => would === 'error'),
    skipped: count(({ would }) => would === 'skipped'),
    agrees: count(agrees),
    disagrees: count(disagrees),
  };
}

/** @param before how many outputs were checked before these. */
export function flipsAmong(checked: readonly CheckedOutput[], before: number): Flip[] {
  return checked.flatMap((each, index) =>
    isNewlyFailed(each) || isNewlyPassed(each) ? [{ ...each, n: before + index }] : [],
  );
}

/** How much a judge reads: the number of outputs and their characters. */
export interface Volume {
  readonly outputs: number;
  readonly characters: number;
}

export interface Prices {
  readonly inputPerMillion: number;
  readonly outputPerMillion: number;
}

// For English. Other languages need more tokens per character.
const CHARACTERS_PER_TOKEN = 4;
// The judge’s prompt around the criterion, and its answer.
const PROMPT_TOKENS = 500;
const ANSWER_TOKENS = 100;

/** A rough estimate in US dollars. Leaves out files and retries. */
export function estimateCost(
  rule: Pick<BacktestRule, 'value'>,
  { outputs, characters }: Volume,
  { inputPerMillion, outputPerMillion }: Prices,
): number {
  const criterion = rule.value.length / CHARACTERS_PER_TOKEN;
  const input = characters / CHARACTERS_PER_TOKEN + outputs * (PROMPT_TOKENS + criterion);
  return (input * inputPerMillion + outputs * ANSWER_TOKENS * outputPerMillion) / 1_000_000;
}

// Above this share, other work needs the processor.
const BUSY_SHARE = 0.25;
const REST_MS_MAX = 2_000;
// Times the duration of a batch: leaves a tenth of the processor to backtests.
const REST_FACTOR = 9;

/**
 * How long a backtest rests after a batch, so that other work goes first.
 *
 * @param busyShare the recent share of time in which the process had other work.
 */
export function restAfter(batchMs: number, busyShare: number): number {
  return busyShare <= BUSY_SHARE ? 0 : Math.min(REST_MS_MAX, batchMs * REST_FACTOR);
}
