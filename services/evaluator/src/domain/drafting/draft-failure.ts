import type { JudgeFailure, JudgeFailureReason } from '../judges/judge-failure.ts';

type Sentences = Readonly<Partial<Record<JudgeFailureReason, string>>>;

// Asking again is of no use before somebody has changed something.
const LASTING: Sentences = {
  not_configured: 'No model with a key is configured.',
  no_key: 'No key is stored for the model. Enter the key of the provider in the settings.',
  key_unreadable: 'The stored key cannot be decrypted. Enter it anew in the settings.',
  address_refused: 'The address of the model is not one that may be called.',
  key_refused: 'The provider refused the key.',
  unknown_model: 'The provider does not know the model or the address.',
  request_refused: 'The provider refused the request. The text may be too long for the model.',
};

const PASSING: Sentences = {
  rate_limited: 'The provider’s rate limit is used up. Ask again later.',
  down: 'The provider answered that it is unavailable. Ask again later.',
  unreachable: 'The provider could not be reached. Ask again later.',
  timeout: 'The model did not answer in time. Ask again later.',
  would_not_judge: 'The model would not write a draft of this.',
  empty: 'The model’s answer was empty.',
  cut_short: 'The model’s answer was cut off before its end. The text may be too long for it.',
  unreadable: 'The model’s answer was not JSON.',
  off_schema: 'The model’s answer was not a text with a list of changes.',
};

/** Whether the same question may be answered the next time. */
export function isWorthAnotherTry({ reason }: JudgeFailure): boolean {
  return LASTING[reason] === undefined;
}

/** What somebody is told who asked for a draft. */
export function describeDraftFailure({ reason }: JudgeFailure): string {
  return LASTING[reason] ?? PASSING[reason] ?? 'The model gave no draft.';
}
