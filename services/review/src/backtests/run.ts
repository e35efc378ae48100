import {
  type AnswerOf,
  BACKTEST_OUTPUTS_MAX,
  INTERNAL_OPERATIONS,
  type RuleOutcome,
} from '@output-review/contracts';
import { AppError, type ErrorCode } from '@output-review/errors';
import { newId, type RequestOf, wait } from '@output-review/runtime';

import type { Context } from '../context.ts';
import { type ResolvedFilter, resolveFilter } from '../search/filter.sql.ts';
import { countOutcomes, flipsAmong, restAfter } from './backtests.pure.ts';
import {
  addCost,
  claimBacktest,
  type ClaimedBacktest,
  endBacktest,
  noteJudgeAway,
  releaseBacktest,
  saveProgress,
} from './backtests.sql.ts';
import { readFilterText } from './filter.ts';
import { type BatchQuery, readBatch, type StoredOutput } from './stored-outputs.sql.ts';

type Request = Pick<RequestOf<typeof INTERNAL_OPERATIONS.runBacktests>, 'assertion' | 'requestId'>;

// The gateway's assertion is valid for at least 40 s, and the last call must start within that time.
const RUN_MS = 10_000;

/** Continues a backtest that no process works on. @returns whether there may be more to do at once. */
export async function runTimeSlice(ctx: Context, request: Request): Promise<boolean> {
  const claimed = await claimBacktest(ctx.db, newId());
  if (!claimed) return false;
  try {
    return await new BacktestRun(ctx, request, claimed).go();
  } finally {
    await releaseBacktest(ctx.db, claimed);
  }
}

// The maximum of concurrent calls, and so of calls by which a run can exceed its budget.
const JUDGED_OUTPUTS_MAX = 4;
// Longer than an evaluator takes.
const APPLY_TIMEOUT_MS = 35_000;
// As long as live rules wait for their judge.
const AWAY_SECONDS_MAX = 600;
const LOOK_MS = 10;

type Applied = AnswerOf<typeof INTERNAL_OPERATIONS.applyBacktestRule>;

/** The state after a batch: more to do now, more to do later, or ended. */
type Next = 'more' | 'later' | 'ended';

/** Works on a claimed backtest. */
class BacktestRun {
  readonly #ctx: Context;
  readonly #request: Request;
  #backtest: ClaimedBacktest;
  readonly #isJudged: boolean;
  #batchMax: number;

  constructor(ctx: Context, request: Request, claimed: ClaimedBacktest) {
    this.#ctx = ctx;
    this.#request = request;
    this.#backtest = claimed;
    this.#isJudged = claimed.rule.type === 'llm_judge';
    this.#batchMax = this.#largestBatch;
  }

  get #largestBatch(): number {
    return this.#isJudged ? JUDGED_OUTPUTS_MAX : BACKTEST_OUTPUTS_MAX;
  }

  /** @returns whether it may continue at once. */
  async go(): Promise<boolean> {
    const endsAtMs = performance.now() + RUN_MS;
    const { workspaceId, filter } = this.#backtest;
    const asked = readFilterText(workspaceId, filter);
    const resolved = await resolveFilter(this.#ctx, asked, this.#request.assertion);
    const { signal } = this.#ctx.leaving;
    while (performance.now() < endsAtMs && !signal.aborted) {
      const beganMs = performance.now();
      const next = await this.#runBatch(resolved);
      if (next !== 'more') return next === 'ended';
      await this.#yieldProcessor(performance.now() - beganMs);
    }
    return !signal.aborted;
  }

  /** Rests while the process has other work. */
  async #yieldProcessor(batchMs: number): Promise<void> {
    const before = performance.eventLoopUtilization();
    await wait(LOOK_MS, this.#ctx.leaving.signal);
    const { utilization } = performance.eventLoopUtilization(before);
    await wait(restAfter(batchMs, utilization), this.#ctx.leaving.signal);
  }

  async #runBatch(filter: ResolvedFilter): Promise<Next> {
    const { budgetUsd, costUsd } = this.#backtest;
    const outputs = await this.#readNext(filter);
    const [first] = outputs;
    if (!first) return this.#end('done', null);
    if (this.#isJudged && budgetUsd !== null && costUsd >= budgetUsd) {
      return this.#end('failed', BUDGET_USED_UP);
    }
    if (!first.content) return this.#save([first], { ...NO_OUTCOME, outcomes: ['error'] });
    const unreadable = outputs.findIndex(({ content }) => !content);
    const batch = unreadable === -1 ? outputs : outputs.slice(0, unreadable);
    const applied = await this.#apply(batch);
    if (applied === 'away') return 'later';
    if (applied !== 'refused') {
      const next = await this.#take(batch, applied);
      return next === 'away' ? this.#awaitJudge(filter, first) : next;
    }
    // Halve the batch until the refused output is alone in it.
    if (batch.length === 1) return this.#save(batch, { ...NO_OUTCOME, outcomes: ['error'] });
    this.#batchMax = Math.ceil(batch.length / 2);
    return 'more';
  }

  #readNext(filter: ResolvedFilter): Promise<StoredOutput[]> {
    const { from, last, outputsMax, checked } = this.#backtest;
    const left = outputsMax - checked;
    if (!from || left <= 0) return Promise.resolve([]);
    return this.#read({ filter, from, after: last, outputsMax: Math.min(this.#batchMax, left) });
  }

  #read(query: Omit<BatchQuery, 'versionIds' | 'readsAll'>): Promise<StoredOutput[]> {
    const { rule, ruleId, versionIds } = this.#backtest;
    return readBatch(this.#ctx.db, {
      ...query,
      versionIds: ruleId === null ? null : versionIds,
      readsAll: this.#isJudged || rule.type.startsWith('json_field_'),
    });
  }

  async #apply(batch: readonly StoredOutput[]): Promise<Applied | 'away' | 'refused'> {
    const { workspaceId, rule } = this.#backtest;
    const { name, type, value, llmJudgeProvider, llmJudgeModel, judgeFiles } = rule;
    const { assertion, requestId } = this.#request;
    const { evaluator, leaving, log } = this.#ctx;
    try {
      return await evaluator.call(INTERNAL_OPERATIONS.applyBacktestRule, {
        body: {
          workspaceId,
          rule: { name, type, value, llmJudgeProvider, llmJudgeModel, judgeFiles },
          outputs: batch.map(({ content, attachments }) => ({ content, attachments })),
        },
        ...{ assertion, requestId, timeoutMs: APPLY_TIMEOUT_MS, signal: leaving.signal },
      });
    } catch (error) {
      if (leaving.signal.aborted) return 'away';
      if (!(error instanceof AppError)) throw error;
      if (!REFUSALS.has(error.code)) return 'away';
      log.warn(
        { err: error, outputs: batch.length },
        'the evaluator refuses outputs of a backtest',
      );
      return 'refused';
    }
  }

  async #take(batch: readonly StoredOutput[], applied: Applied): Promise<Next | 'away'> {
    const { budgetUsd } = this.#backtest;
    const { outcomes, paused, failure } = applied;
    this.#batchMax = this.#largestBatch;
    if (outcomes.length > 0) {
      const next = await this.#save(batch.slice(0, outcomes.length), applied);
      if (next !== 'more') return next;
    } else if (applied.costUsd > 0) {
      await addCost(this.#ctx.db, this.#backtest, applied.costUsd);
    }
    if (failure !== null) return this.#end('failed', failure);
    if (budgetUsd !== null && !applied.isCostKnown) return this.#end('failed', COST_NOT_KNOWN);
    if (paused === 'judge_away') return 'away';
    return outcomes.length > 0 ? 'more' : 'later';
  }

  async #awaitJudge(filter: ResolvedFilter, first: StoredOutput): Promise<Next> {
    const seconds = await noteJudgeAway(this.#ctx.db, this.#backtest);
    if (seconds < AWAY_SECONDS_MAX) return 'later';
    const next = await this.#retryWithPrevious(filter, first);
    return next === 'away' ? this.#end('failed', JUDGE_AWAY) : next;
  }

  /** If the judge answers for the previous output again, it is not down: it fails at this output. */
  async #retryWithPrevious(filter: ResolvedFilter, output: StoredOutput): Promise<Next | 'away'> {
    const { last } = this.#backtest;
    if (!last) return 'away';
    const [previous] = await this.#read({ filter, from: last, after: null, outputsMax: 1 });
    if (!previous?.content || previous.id === output.id) return 'away';
    const applied = await this.#apply([previous, output]);
    if (applied === 'away' || applied === 'refused') return applied === 'away' ? 'later' : 'away';
    return this.#take([output], { ...applied, outcomes: applied.outcomes.slice(1) });
  }

  async #save(batch: readonly StoredOutput[], applied: Applied): Promise<Next> {
    const backtest = this.#backtest;
    const last = batch.at(-1);
    if (!last) return 'more';
    const checked = batch.map(({ id, was, label }, index) => ({
      ...{ id, was, label, would: applied.outcomes[index] ?? ERROR },
    }));
    const counts = countOutcomes(checked);
    const { costUsd } = applied;
    const flips = flipsAmong(checked, backtest.checked);
    const isHeld = await saveProgress(this.#ctx.db, backtest, { counts, flips, last, costUsd });
    this.#backtest = {
      ...{ ...backtest, last },
      ...{ checked: backtest.checked + counts.checked, costUsd: backtest.costUsd + costUsd },
    };
    // Otherwise it was cancelled, or another process has claimed it.
    return isHeld ? 'more' : 'ended';
  }

  async #end(state: 'done' | 'failed', error: string | null): Promise<Next> {
    const at = this.#ctx.clock.now();
    await endBacktest(this.#ctx.db, this.#backtest, { state, error, at });
    return 'ended';
  }
}

// Errors about a body. Any other code may come from the evaluator itself, such as one of the previous release.
const REFUSALS = new Set<ErrorCode>(['VALIDATION_FAILED', 'INVALID_JSON', 'PAYLOAD_TOO_LARGE']);
const ERROR: RuleOutcome = 'error';
const NO_OUTCOME = { paused: null, failure: null, costUsd: 0, isCostKnown: true };
const BUDGET_USED_UP =
  'The budget is used up. To check more outputs, start another backtest with a larger budget.';
const COST_NOT_KNOWN =
  'The cost of this judge is not known, or it did not answer in time, so the budget cannot be kept. Set its prices ' +
  'in the settings, choose a faster model, or leave the budget out.';
const JUDGE_AWAY = 'The judge has been unavailable for ten minutes.';
