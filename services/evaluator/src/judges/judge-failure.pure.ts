/** The answer of a judge and what it consumed, as far as known. */
export interface JudgeUsage {
  readonly llmOutput: string | null;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly costUsd: number | null;
}

export const NO_USAGE: JudgeUsage = {
  llmOutput: null,
  inputTokens: null,
  outputTokens: null,
  costUsd: null,
};

/** A judge gave no verdict. The message is safe to log: it contains no key, text or address. */
export class JudgeFailure extends Error {
  override readonly name = 'JudgeFailure';
  readonly reason: JudgeFailureReason;
  /** The provider's Retry-After; null if it sent none. */
  readonly retryAfterMs: number | null;
  readonly usage: JudgeUsage;

  constructor(
    reason: JudgeFailureReason,
    details: { readonly retryAfterMs?: number | null; readonly usage?: JudgeUsage } = {},
  ) {
    super(`The judge gave no verdict: ${reason}`);
    this.reason = reason;
    this.retryAfterMs = details.retryAfterMs ?? null;
    this.usage = details.usage ?? NO_USAGE;
  }
}

interface Explanation {
  /** Whether the same question may succeed later. */
  readonly isTransient: boolean;
  /** Whether it means that the provider is down, as counted by a circuit breaker. */
  readonly isDown: boolean;
  readonly sentence: string;
}

const TRANSIENT = { isTransient: true, isDown: false };
const DOWN = { isTransient: true, isDown: true };
const PERMANENT = { isTransient: false, isDown: false };

const AGAIN = 'Evaluate the output again later.';
const OTHER_WORDS = 'Evaluate the output again, or reword the rule.';

const EXPLANATIONS = {
  not_configured: {
    ...PERMANENT,
    sentence:
      'no judge with a key is configured for it. Configure one, or choose a configured ' +
      'provider in the rule.',
  },
  no_key: {
    ...PERMANENT,
    sentence: 'no key is stored for its judge. Enter the key of the provider in the settings.',
  },
  key_unreadable: {
    ...PERMANENT,
    sentence:
      'the stored key of its judge cannot be decrypted. Enter the key again in the settings.',
  },
  address_refused: {
    ...PERMANENT,
    sentence:
      'requests to the address of its judge are not allowed. Correct the base URL in the ' +
      'settings, or ask the operator to allow the address.',
  },
  key_refused: {
    ...PERMANENT,
    sentence: 'the provider refused the key. Configure a key that is valid for this model.',
  },
  quota_used_up: {
    ...PERMANENT,
    sentence:
      'the account of its key has used up its quota. Raise the quota or add credit at the provider.',
  },
  unknown_model: {
    ...PERMANENT,
    sentence: 'the provider does not know the model or the address. Correct the model of the rule.',
  },
  request_refused: {
    ...PERMANENT,
    sentence: 'the provider refused the request. Try another model, or a shorter criterion.',
  },
  images_refused: {
    ...PERMANENT,
    sentence:
      'the provider refused its images, or does not know the model. Choose a model of this ' +
      'provider that takes images.',
  },
  rate_limited: { ...TRANSIENT, sentence: `the provider’s rate limit was exceeded. ${AGAIN}` },
  down: { ...DOWN, sentence: `the provider is unavailable. ${AGAIN}` },
  unreachable: { ...DOWN, sentence: `the provider could not be reached. ${AGAIN}` },
  timeout: { ...DOWN, sentence: `the judge did not answer in time. ${AGAIN}` },
  paused: {
    ...TRANSIENT,
    sentence: `the provider has failed several times in a row and is not called for now. ${AGAIN}`,
  },
  files_unavailable: { ...TRANSIENT, sentence: `its files cannot be read at the moment. ${AGAIN}` },
  nothing_shown: {
    ...PERMANENT,
    sentence: 'none of the files that the AI made can be shown to a judge, and there is no text.',
  },
  would_not_judge: { ...PERMANENT, sentence: `the model refused to judge this. ${OTHER_WORDS}` },
  empty: { ...PERMANENT, sentence: `the model’s answer was empty. ${OTHER_WORDS}` },
  cut_short: {
    ...PERMANENT,
    sentence: `the model’s answer was cut off. ${OTHER_WORDS}`,
  },
  unreadable: { ...PERMANENT, sentence: `the model’s answer was not JSON. ${OTHER_WORDS}` },
  off_schema: {
    ...PERMANENT,
    sentence: `the model’s answer was not a verdict with a confidence from 0 to 1. ${OTHER_WORDS}`,
  },
} satisfies Readonly<Record<string, Explanation>>;

/** The reason why a judge gave no verdict. */
export type JudgeFailureReason = keyof typeof EXPLANATIONS;

/** Whether the same question may succeed later. */
export function isTransient({ reason }: JudgeFailure): boolean {
  return EXPLANATIONS[reason].isTransient;
}

/** Whether the provider is down, as opposed to busy or answering nonsense. */
export function isDown({ reason }: JudgeFailure): boolean {
  return EXPLANATIONS[reason].isDown;
}

/** The message for reviewers: what happened, and what to do. */
export function describeFailure(ruleName: string, { reason }: JudgeFailure): string {
  return `Rule “${ruleName}” could not be judged: ${EXPLANATIONS[reason].sentence}`;
}
