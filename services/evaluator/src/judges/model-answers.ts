import { EgressRefused } from '@output-review/runtime';
import {
  APICallError,
  EmptyResponseBodyError,
  type FinishReason,
  type LanguageModelUsage,
  NoObjectGeneratedError,
  type ProviderMetadata,
  TypeValidationError,
} from 'ai';

import { NoAnswer, readRetryAfterMs } from './bounded-fetch.ts';
import { JudgeFailure, type JudgeFailureReason, type JudgeUsage } from './judge-failure.pure.ts';
import { costOf } from './language-model.ts';

/**
 * What an error of the SDK says about the judge. Whatever is not known came of an answer that was read:
 * a retry would be paid for again.
 */
export function explainModelError(error: unknown, now: Date): JudgeFailure {
  if (error instanceof JudgeFailure) return error;
  if (EgressRefused.isCauseOf(error)) return new JudgeFailure('address_refused');
  if (error instanceof NoAnswer) return new JudgeFailure('unreachable');
  if (EmptyResponseBodyError.isInstance(error)) return new JudgeFailure('empty');
  if (NoObjectGeneratedError.isInstance(error)) {
    const { text, usage } = error;
    // The SDK's error has no metadata of the provider, and its type leaves the body out.
    const { body } = (error.response ?? {}) as { readonly body?: unknown };
    return new JudgeFailure(findRefusal(error, body) ?? findNonsense(error), {
      usage: usageOf({ text, usage, providerMetadata: costOf(body) }),
    });
  }
  if (!APICallError.isInstance(error)) return new JudgeFailure('unreadable');
  const { statusCode: status, responseBody = '', responseHeaders = {} } = error;
  // The SDK's own name for errors of the network.
  if (status === undefined) return new JudgeFailure('unreachable');
  const retryAfterMs = readRetryAfterMs(responseHeaders, now);
  const reason = reasonInBody(status, responseBody) ?? reasonOfStatus(status);
  return new JudgeFailure(reason, { retryAfterMs });
}

function findNonsense({ text = '', cause }: NoObjectGeneratedError): JudgeFailureReason {
  if (text.trim() === '') return 'empty';
  return TypeValidationError.isInstance(cause) ? 'off_schema' : 'unreadable';
}

interface SaidError {
  readonly code?: unknown;
  readonly type?: unknown;
  readonly message?: unknown;
  readonly details?: ({ readonly reason?: unknown } | null)[] | null;
  readonly metadata?: { readonly reasons?: unknown; readonly flagged_input?: unknown } | null;
}

/** What an error says where its status means something else in general; null where it does not. */
function reasonInBody(status: number, body: string): JudgeFailureReason | null {
  const { code, type, message, details, metadata } = errorIn(body) ?? {};
  switch (status) {
    case 400: {
      // Anthropic’s word for an account without credit.
      const isPoor = String(message).startsWith('Your credit balance is too low');
      if (type === 'invalid_request_error' && isPoor) return 'quota_used_up';
      // Google’s word for a wrong key.
      const reasons = Array.isArray(details) ? details.map((detail) => detail?.reason) : [];
      return reasons.includes('API_KEY_INVALID') ? 'key_refused' : null;
    }
    case 403: {
      // OpenRouter’s moderation: what is to be judged is refused, not the key.
      const isModerated = metadata?.reasons !== undefined || metadata?.flagged_input !== undefined;
      return isModerated ? 'would_not_judge' : null;
    }
    case 429: {
      // OpenAI’s word for an account that has to be paid before it is answered again.
      if ([code, type].includes('insufficient_quota')) return 'quota_used_up';
      // Its words for a request that is above the limit of a minute by itself.
      const isTooLarge = type === 'tokens' && String(message).startsWith('Request too large');
      return isTooLarge ? 'request_refused' : null;
    }
    default:
      return null;
  }
}

function errorIn(body: string): SaidError | null {
  try {
    const said = JSON.parse(body) as { readonly error?: SaidError | null } | null;
    return said?.error ?? null;
  } catch {
    return null;
  }
}

function reasonOfStatus(status: number): JudgeFailureReason {
  // The answer was taken, and what came was not what this provider's interface says.
  if (status < 300) return 'unreadable';
  // Redirects are not followed: a key goes to no other address.
  if (status < 400 || status === 404) return 'unknown_model';
  if (status === 401 || status === 403) return 'key_refused';
  if (status === 402) return 'quota_used_up';
  if (status === 429) return 'rate_limited';
  return status >= 500 || status === 408 ? 'down' : 'request_refused';
}

/**
 * Why an answer counts for nothing, whatever it says; null where the model ended it by itself.
 *
 * @param body of the answer, where chat servers tell of a refusal beside the content; the SDK looks there for OpenAI alone.
 */
export function findRefusal(
  {
    finishReason,
    rawFinishReason,
  }: {
    readonly finishReason: FinishReason | undefined;
    readonly rawFinishReason?: string | undefined;
  },
  body: unknown,
): JudgeFailureReason | null {
  if (finishReason === 'content-filter' || saysRefusal(body)) return 'would_not_judge';
  if (finishReason === 'length') return 'cut_short';
  // OpenRouter's word, which the SDK does not know and calls `other`.
  if (rawFinishReason === 'error') return 'unreadable';
  // We offer no tools; whatever text stands beside a call of one, the SDK does not parse it.
  return finishReason === 'error' || finishReason === 'tool-calls' ? 'unreadable' : null;
}

function saysRefusal(body: unknown): boolean {
  const { choices } = (body ?? {}) as {
    readonly choices?: ({ readonly message?: { readonly refusal?: unknown } } | null)[] | null;
  };
  const refusal = Array.isArray(choices) ? choices[0]?.message?.refusal : null;
  return typeof refusal === 'string' && refusal !== '';
}

interface Generated {
  readonly text: string | undefined;
  readonly usage: LanguageModelUsage | undefined;
  readonly providerMetadata: ProviderMetadata | undefined;
}

/** What an answer said and took, as far as the provider tells. */
export function usageOf({ text, usage, providerMetadata }: Generated): JudgeUsage {
  const costUsd = providerMetadata?.['judge']?.['costUsd'];
  return {
    llmOutput: text ?? null,
    inputTokens: wholeNumber(usage?.inputTokens),
    outputTokens: wholeNumber(usage?.outputTokens),
    costUsd: typeof costUsd === 'number' ? costUsd : null,
  };
}

function wholeNumber(value: number | undefined): number | null {
  return value !== undefined && Number.isSafeInteger(value) && value >= 0 ? value : null;
}
