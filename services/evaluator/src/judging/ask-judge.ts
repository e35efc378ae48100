import { randomBytes } from 'node:crypto';

import { wait } from '@output-review/runtime';

import type { ApplicableRule } from '../engine/compile-rule.ts';
import { hasSomethingToJudge, type JudgedFiles, withoutImages } from '../engine/judged-files.ts';
import type { JudgedMaterial } from '../engine/judged-material.ts';
import type { JudgeChooser } from '../judges/judge-chooser.ts';
import { isDown, isTransient, JudgeFailure } from '../judges/judge-failure.pure.ts';
import type { ChosenJudge, WorkspaceJudges } from '../judges/judges.pure.ts';
import { pauseBeforeRetryMs, type Pauses } from '../judges/pause-before-retry.pure.ts';
import { Breakers } from './breakers.ts';
import { type JudgePrompt, makeJudgePrompt } from './judge-prompt.pure.ts';
import { RateLimits } from './rate-limits.ts';
import type { JudgeReply, JudgeStatement } from './settle-by-judge.pure.ts';

/**
 * Asks a model once.
 *
 * @throws JudgeFailure; the reason of the signal if that is aborted
 */
export type AskModel = (
  question: { readonly judge: ChosenJudge; readonly prompt: JudgePrompt },
  ending: { readonly timeoutMs: number; readonly signal: AbortSignal },
) => Promise<JudgeReply>;

/** A rule to ask a judge about. */
export interface JudgeQuestion {
  readonly workspaceId: string;
  /** The judge settings of the workspace. */
  readonly judges: WorkspaceJudges;
  readonly rule: ApplicableRule;
  readonly material: JudgedMaterial;
  readonly files: JudgedFiles;
}

export interface AskingLimits {
  readonly callMs: number;
  /** Whether `callMs` is shorter than the regular timeout. A timeout then says nothing about the provider. */
  readonly isCut?: boolean;
  readonly triesMax: number;
  /** Interrupts the call. */
  readonly signal: AbortSignal;
  /** Whether the rule is in shadow mode. Its calls then use slots of their own. */
  readonly isShadow?: boolean;
  /** Whether it will be retried later if there is no answer now, or if a call would not have its full timeout. */
  readonly comesAgain?: boolean;
}

/** The result of asking a judge. */
export interface Asked extends JudgeStatement {
  readonly isShadow: boolean;
}

interface JudgeCallerDeps {
  readonly chooser: Pick<JudgeChooser, 'choose'>;
  readonly askModel: AskModel;
  /** Pauses between the attempts of one call. */
  readonly pauses: Pauses;
  /** Called after each call that was not interrupted. */
  readonly onAsked?: (asked: Asked) => void;
}

interface Call {
  readonly workspaceId: string;
  readonly judge: ChosenJudge;
  readonly prompt: JudgePrompt;
  /** The same without images; null if it has none, or if they are all there is to judge. */
  readonly plainPrompt: JudgePrompt | null;
  readonly endsAtMs: number;
}

type Outcome = Pick<Asked, 'reply' | 'attempts' | 'silentForMs'>;

/** Asks judges about rules. */
export class JudgeCaller {
  readonly #deps: JudgeCallerDeps;
  readonly #breakers = new Breakers();
  readonly #rateLimits = new RateLimits();

  constructor(deps: JudgeCallerDeps) {
    this.#deps = deps;
  }

  /**
   * Asks a judge about a rule. Retries transient failures while the call has time left.
   *
   * @throws only the reason of the signal
   */
  async ask(question: JudgeQuestion, limits: AskingLimits): Promise<Asked> {
    const beganMs = performance.now();
    const { isShadow = false } = limits;
    const ended = (asked: Omit<Asked, 'latencyMs' | 'isShadow'>): Asked => {
      const whole = { ...asked, isShadow, latencyMs: performance.now() - beganMs };
      this.#deps.onAsked?.(whole);
      return whole;
    };
    const { rule, files, workspaceId, material } = question;
    if (!hasSomethingToJudge(material, files)) {
      return ended({ judge: null, reply: new JudgeFailure('nothing_shown'), attempts: 0 });
    }
    const judge = this.#chooseOrFail(question);
    if (judge instanceof JudgeFailure) return ended({ judge: null, reply: judge, attempts: 0 });
    const promptWith = (shown: JudgedFiles): JudgePrompt =>
      makeJudgePrompt(rule.value, { ...question, files: shown }, randomBytes(16).toString('hex'));
    const prompt = promptWith(files);
    const plain = withoutImages(files);
    const isPlainAnother = files.images.length > 0 && hasSomethingToJudge(material, plain);
    const plainPrompt = isPlainAnother ? promptWith(plain) : null;
    const prompts = { prompt, plainPrompt };
    const call = { workspaceId, judge, ...prompts, endsAtMs: beganMs + limits.callMs };
    return ended({ judge, ...(await this.#askWithinRateLimit(call, limits)) });
  }

  /** While the model rate limits, only requests that will not be retried later call it. */
  async #askWithinRateLimit(call: Call, limits: AskingLimits): Promise<Outcome> {
    // Live and shadow rules share a key. Vendors limit each model separately.
    const lane = `${laneOf(call)} ${call.judge.model}`;
    const retryAfterMs = this.#rateLimits.heldForMs(lane);
    if (limits.comesAgain && retryAfterMs > 0) {
      const reply = new JudgeFailure('rate_limited', { retryAfterMs });
      return { reply, attempts: 0, silentForMs: this.#rateLimits.silentForMs(lane) };
    }
    const outcome = await this.#askUnlessPaused(call, limits);
    const { reply } = outcome;
    if (!(reply instanceof JudgeFailure)) this.#rateLimits.answered(lane);
    else if (reply.reason === 'rate_limited') {
      // A rate limit on shadow rules must not delay live ones.
      this.#rateLimits.limited(lane, limits.isShadow ? null : reply.retryAfterMs);
      return { ...outcome, silentForMs: this.#rateLimits.silentForMs(lane) };
    }
    return outcome;
  }

  async #askUnlessPaused(call: Call, limits: AskingLimits): Promise<Outcome> {
    // Failures of shadow rules, of a slow model for example, must not stop live ones.
    const breaker = `${limits.isShadow ? 'shadow ' : ''}${laneOf(call)}`;
    const admission = this.#breakers.admit(breaker);
    if (!admission.isAdmitted) {
      const retryAfterMs = admission.retryInMs;
      return { reply: new JudgeFailure('paused', { retryAfterMs }), attempts: 0 };
    }
    try {
      const outcome = await this.#askUntilAnswered(call, limits);
      const isAway = outcome.reply instanceof JudgeFailure && isDown(outcome.reply);
      const isTooLate = isAway && outcome.reply.reason === 'timeout' && limits.isCut;
      if (isTooLate) this.#breakers.abandoned(breaker);
      else if (isAway) this.#breakers.failed(breaker);
      else this.#breakers.answered(breaker);
      return outcome;
    } catch (error) {
      this.#breakers.abandoned(breaker);
      throw error;
    }
  }

  async #askUntilAnswered(
    { judge, endsAtMs, ...call }: Call,
    { triesMax, signal }: AskingLimits,
  ): Promise<Outcome> {
    const { askModel, pauses } = this.#deps;
    let { prompt, plainPrompt } = call;
    for (let attempt = 1; ; attempt += 1) {
      signal.throwIfAborted();
      const timeoutMs = Math.max(1, endsAtMs - performance.now());
      const reply = await askModel({ judge, prompt }, { timeoutMs, signal }).catch(failureOf);
      if (!(reply instanceof JudgeFailure)) return { reply, attempts: attempt };
      if (prompt.images.length > 0 && mayRefuseImages(reply)) {
        // Providers do not report which models accept images. One that refuses them is asked about the text only.
        if (!plainPrompt) return { reply: new JudgeFailure('images_refused'), attempts: attempt };
        prompt = plainPrompt;
        plainPrompt = null;
        continue;
      }
      const pauseMs = pauseBeforeRetryMs(pauses, { attempt, failure: reply }, Math.random());
      const isOver = attempt >= triesMax || performance.now() + pauseMs >= endsAtMs;
      if (isOver || !isTransient(reply)) return { reply, attempts: attempt };
      await wait(pauseMs, signal);
    }
  }

  #chooseOrFail(question: JudgeQuestion): ChosenJudge | JudgeFailure {
    try {
      return this.#deps.chooser.choose(question.rule, question);
    } catch (error) {
      return failureOf(error);
    }
  }
}

function laneOf({ workspaceId, judge: { owner, provider, baseUrl } }: Call): string {
  return `${workspaceId} ${owner} ${provider} ${baseUrl ?? ''}`;
}

// For a model without vision, OpenRouter answers that it does not exist.
function mayRefuseImages({ reason }: JudgeFailure): boolean {
  return reason === 'request_refused' || reason === 'unknown_model';
}

function failureOf(error: unknown): JudgeFailure {
  if (error instanceof JudgeFailure) return error;
  throw error;
}
