import type { JudgeAnswer } from '@output-review/contracts';

import type { ApplicableRule } from '../../domain/compile-rule.ts';
import type { ChosenJudge, JudgeWish } from '../../domain/judges/judge.ts';
import {
  isDown,
  isPassing,
  JudgeFailure,
  type JudgeUsage,
} from '../../domain/judges/judge-failure.ts';
import {
  hasSomethingToJudge,
  type JudgedFiles,
  withoutImages,
} from '../../domain/judges/judged-files.ts';
import { type JudgePrompt, makeJudgePrompt } from '../../domain/judges/judge-prompt.ts';
import type { JudgedMaterial } from '../../domain/judges/judged-material.ts';
import { PAUSES_IN_CALL, pauseBeforeRetryMs } from '../../domain/judges/pause-before-retry.ts';
import type { WorkspaceJudges } from '../../domain/judges/workspace-judges.ts';
import type { Breakers } from './breakers.ts';

export interface JudgeReply {
  readonly answer: JudgeAnswer;
  readonly usage: JudgeUsage;
}

/**
 * Asks a model once.
 *
 * @throws JudgeFailure; the reason of the signal where that is aborted.
 */
export type AskModel = (
  question: { readonly judge: ChosenJudge; readonly prompt: JudgePrompt },
  ending: { readonly timeoutMs: number; readonly signal: AbortSignal },
) => Promise<JudgeReply>;

/** A rule that is put to a judge. */
export interface JudgeQuestion {
  readonly workspaceId: string;
  /** Whom the workspace lets judge. */
  readonly judges: WorkspaceJudges;
  readonly rule: ApplicableRule;
  readonly material: JudgedMaterial;
  readonly files: JudgedFiles;
}

export interface AskingLimits {
  readonly callMs: number;
  readonly triesMax: number;
  readonly signal: AbortSignal;
}

/** How asking went. */
export interface Asked {
  readonly judge: ChosenJudge | null;
  readonly reply: JudgeReply | JudgeFailure;
  readonly attempts: number;
  readonly latencyMs: number;
}

export interface AskJudgeDeps {
  /** @throws JudgeFailure where the workspace has no such judge. */
  readonly chooseJudge: (
    wish: JudgeWish,
    of: Pick<JudgeQuestion, 'workspaceId' | 'judges'>,
  ) => ChosenJudge;
  readonly askModel: AskModel;
  readonly breakers: Breakers;
  /** Fresh random text that nobody can guess. */
  readonly newBoundary: () => string;
  /** Milliseconds of a clock that only runs forward. */
  readonly readMs: () => number;
  /** From 0 to 1. */
  readonly chance: () => number;
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Told of every call that ended by itself. */
  readonly onAsked?: (asked: Asked) => void;
}

export type AskJudge = (question: JudgeQuestion, limits: AskingLimits) => Promise<Asked>;

/**
 * Puts a rule to its judge: tries again what is likely to pass, as far as the time of the call goes.
 *
 * @throws only the reason of the signal.
 */
export function makeAskJudge(deps: AskJudgeDeps): AskJudge {
  const { newBoundary, readMs, onAsked } = deps;
  return async (question, limits) => {
    const beganMs = readMs();
    const ended = (asked: Omit<Asked, 'latencyMs'>): Asked => {
      const whole = { ...asked, latencyMs: readMs() - beganMs };
      onAsked?.(whole);
      return whole;
    };
    const { rule, files, workspaceId, material } = question;
    if (!hasSomethingToJudge(material, files)) {
      return ended({ judge: null, reply: new JudgeFailure('nothing_shown'), attempts: 0 });
    }
    const judge = chooseOrFail(question, deps);
    if (judge instanceof JudgeFailure) return ended({ judge: null, reply: judge, attempts: 0 });
    const promptWith = (shown: JudgedFiles): JudgePrompt =>
      makeJudgePrompt(rule.value, { ...question, files: shown }, newBoundary());
    const prompt = promptWith(files);
    const plain = withoutImages(files);
    const isPlainAnother = files.images.length > 0 && hasSomethingToJudge(material, plain);
    const plainPrompt = isPlainAnother ? promptWith(plain) : null;
    const prompts = { prompt, plainPrompt };
    const call = { workspaceId, judge, ...prompts, endsAtMs: beganMs + limits.callMs };
    return ended({ judge, ...(await askUnlessPaused(call, limits, deps)) });
  };
}

interface Call {
  readonly workspaceId: string;
  readonly judge: ChosenJudge;
  readonly prompt: JudgePrompt;
  /** The same without its images; null where it has none, or nothing else to judge. */
  readonly plainPrompt: JudgePrompt | null;
  readonly endsAtMs: number;
}

type Outcome = Pick<Asked, 'reply' | 'attempts'>;

async function askUnlessPaused(
  call: Call,
  limits: AskingLimits,
  deps: AskJudgeDeps,
): Promise<Outcome> {
  const { breakers } = deps;
  const { owner, provider, baseUrl } = call.judge;
  const breaker = `${call.workspaceId} ${owner} ${provider} ${baseUrl ?? ''}`;
  const admission = breakers.admit(breaker);
  if (!admission.isAdmitted) {
    const retryAfterMs = admission.retryInMs;
    return { reply: new JudgeFailure('paused', { retryAfterMs }), attempts: 0 };
  }
  try {
    const outcome = await askUntilAnswered(call, limits, deps);
    const isAway = outcome.reply instanceof JudgeFailure && isDown(outcome.reply);
    if (isAway) breakers.failed(breaker);
    else breakers.answered(breaker);
    return outcome;
  } catch (error) {
    breakers.abandoned(breaker);
    throw error;
  }
}

async function askUntilAnswered(
  { judge, endsAtMs, ...call }: Call,
  { triesMax, signal }: AskingLimits,
  { askModel, readMs, chance, wait }: AskJudgeDeps,
): Promise<Outcome> {
  let { prompt, plainPrompt } = call;
  for (let attempt = 1; ; attempt += 1) {
    signal.throwIfAborted();
    const timeoutMs = Math.max(1, endsAtMs - readMs());
    const reply = await askModel({ judge, prompt }, { timeoutMs, signal }).catch(failureOf);
    if (!(reply instanceof JudgeFailure)) return { reply, attempts: attempt };
    if (plainPrompt && mayRefuseImages(reply)) {
      // Which models take images nobody tells; one that does not is asked about the words alone.
      prompt = plainPrompt;
      plainPrompt = null;
      continue;
    }
    const pauseMs = pauseBeforeRetryMs(PAUSES_IN_CALL, { attempt, failure: reply }, chance());
    const isOver = attempt >= triesMax || readMs() + pauseMs >= endsAtMs;
    if (isOver || !isPassing(reply)) return { reply, attempts: attempt };
    await wait(pauseMs, signal);
  }
}

// OpenRouter says of a model without eyes that there is none.
function mayRefuseImages({ reason }: JudgeFailure): boolean {
  return reason === 'request_refused' || reason === 'unknown_model';
}

function chooseOrFail(
  question: JudgeQuestion,
  { chooseJudge }: AskJudgeDeps,
): ChosenJudge | JudgeFailure {
  try {
    return chooseJudge(question.rule, question);
  } catch (error) {
    return failureOf(error);
  }
}

function failureOf(error: unknown): JudgeFailure {
  if (error instanceof JudgeFailure) return error;
  throw error;
}
