import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { JudgeProvider } from '@output-review/contracts';
import { assertNever } from '@output-review/errors';
import type { LanguageModel } from 'ai';

import { JudgeFailure } from './judge-failure.pure.ts';
import type { Judge } from './judges.pure.ts';

type Fetch = typeof globalThis.fetch;

// Set explicitly: the SDK would otherwise read environment variables of its own, and send our key wherever they point.
const BASE_URLS: Readonly<Record<JudgeProvider, string | null>> = {
  anthropic: 'https://api.anthropic.com/v1',
  openai: 'https://api.openai.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
  openrouter: 'https://openrouter.ai/api/v1',
  openai_compatible: null,
};

// Google's API has the model name in the path, and the SDK does not escape it. A name with `..` or `?` would send our
// key to another endpoint of its host.
const NAME_IN_PATH = /^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/;

/**
 * Creates the AI SDK model of a judge.
 *
 * @throws JudgeFailure `not_configured` if its key or address is missing, `unknown_model` if its name is invalid.
 */
export function languageModelOf({ provider, model, ...judge }: Judge, fetch: Fetch): LanguageModel {
  const baseURL = judge.baseUrl ?? BASE_URLS[provider];
  if (baseURL === null) throw new JudgeFailure('not_configured');
  if (provider === 'openai_compatible') {
    return chatModel({ provider, model, baseURL, fetch, apiKey: judge.apiKey });
  }
  const { apiKey } = judge;
  if (apiKey === null) throw new JudgeFailure('not_configured');
  switch (provider) {
    case 'anthropic':
      return createAnthropic({ apiKey, baseURL, fetch })(model);
    case 'google':
      if (!NAME_IN_PATH.test(model)) throw new JudgeFailure('unknown_model');
      return createGoogleGenerativeAI({ apiKey, baseURL, fetch })(model);
    case 'openai':
      // Unlike OpenAI's newer API, chat completions stores no copy of the request.
      return createOpenAI({ apiKey, baseURL, fetch }).chat(model);
    case 'openrouter':
      return chatModel({ provider, model, baseURL, fetch, apiKey });
    default:
      return assertNever(provider);
  }
}

interface ChatServer {
  readonly provider: JudgeProvider;
  readonly model: string;
  readonly baseURL: string;
  readonly fetch: Fetch;
  readonly apiKey: string | null;
}

function chatModel({ provider, model, apiKey, ...server }: ChatServer): LanguageModel {
  const chat = createOpenAICompatible({
    ...server,
    name: provider,
    ...(apiKey === null ? {} : { apiKey }),
    supportsStructuredOutputs: true,
    metadataExtractor: {
      extractMetadata: async ({ parsedBody }) => costOf(parsedBody),
      createStreamExtractor: () => ({
        processChunk: () => undefined,
        buildMetadata: () => undefined,
      }),
    },
  });
  return chat(model);
}

/** The cost of the call in dollars, if the server reports it: OpenRouter does. */
export function costOf(
  body: unknown,
): { readonly judge: { readonly costUsd: number } } | undefined {
  const cost = (body as { readonly usage?: { readonly cost?: unknown } | null } | null)?.usage
    ?.cost;
  return typeof cost === 'number' && cost >= 0 ? { judge: { costUsd: cost } } : undefined;
}
