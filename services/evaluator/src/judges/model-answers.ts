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
 * Maps an error of the SDK to a failure of the judge. Unknown errors come from answers that were read, so a retry would
 * be charged again.
 */
export function explainModelError(error: unknown, now: Date): JudgeFailure {
  if (error instanceof JudgeFailure) return error;
  if (EgressRefused.isCauseOf(error)) return new JudgeFailure('address_refused');
  if (error instanceof NoAnswer) return new JudgeFailure('unreachable');
  if (EmptyResponseBodyError.isInstance(error)) return new JudgeFailure('empty');
  if (NoObjectGeneratedError.isInstance(error)) {
    const { text, usage } = error;
    // The SDK's error omits the provider's metadata, and its type omits the body.
    const { body } = (error.response ?? {}) as { readonly body?: unknown };
    return new JudgeFailure(findRefusal(error, body) ?? findNonsense(error), {
      usage: usageOf({ text, usage, providerMetadata: costOf(body) }),
    });
  }
  if (!APICallError.isInstance(error)) return new JudgeFailure('unreadable');
  const { statusCode: status, responseBody = '', responseHeaders = {} } = error;
  // The SDK reports network errors without a status.
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

/** The reason in an error body whose status usually means something else; null if there is none. */
function reasonInBody(status: number, body: string): JudgeFailureReason | null {
  const { code, type, message, details, metadata } = errorIn(body) ?? {};
  switch (status) {
    case 400: {
      // Anthropic's message for an account without credit.
      const hasNoCredit = String(message).startsWith('Your credit balance is too low');
      if (type === 'invalid_request_error' && hasNoCredit) return 'quota_used_up';
      // Google's code for a wrong key.
      const reasons = Array.isArray(details) ? details.map((detail) => detail?.reason) : [];
      return reasons.includes('API_KEY_INVALID') ? 'key_refused' : null;
    }
    case 403: {
      // OpenRouter's moderation refuses the content, not the key.
      const isModerated = metadata?.reasons !== undefined || metadata?.flagged_input !== undefined;
      return isModerated ? 'would_not_judge' : null;
    }
    case 429: {
      // OpenAI's code for an account that must be paid before it is answered again.
      if ([code, type].includes('insufficient_quota')) return 'quota_used_up';
      // OpenAI's message for a single request above the limit per minute.
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
  // The request succeeded, but the answer does not follow the provider's interface.
  if (status < 300) return 'unreadable';
  // Redirects are not followed: a key is sent to no other address.
  if (status < 400 || status === 404) return 'unknown_model';
  if (status === 401 || status === 403) return 'key_refused';
  if (status === 402) return 'quota_used_up';
  if (status === 429) return 'rate_limited';
  return status >= 500 || status === 408 ? 'down' : 'request_refused';
}

/**
 * The reason why an answer must be ignored, whatever it says; null if the model finished it.
 *
 * @param body of the answer, where chat servers report refusals beside the content. The SDK reads it only for OpenAI.
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
  // OpenRouter's value, which the SDK does not know and maps to `other`.
  if (rawFinishReason === 'error') return 'unreadable';
  // We offer no tools. The SDK does not parse text beside a tool call.
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

/** The text and usage of an answer, as far as the provider reports them. */
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
