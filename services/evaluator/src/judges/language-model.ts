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

// Named here, and never left to the SDK: that would look into environment variables of its own, and
// send our key wherever they point.
const BASE_URLS: Readonly<Record<JudgeProvider, string | null>> = {
  anthropic: 'https://api.anthropic.com/v1',
  openai: 'https://api.openai.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
  openrouter: 'https://openrouter.ai/api/v1',
  openai_compatible: null,
};

// Google takes the name of a model in the path, and the SDK puts it there as it is: one with `..` or `?`
// in it would have our key sent to whatever else its host serves.
const NAME_IN_PATH = /^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/;

/**
 * The model of a judge, as the AI SDK calls it.
 *
 * @throws JudgeFailure `not_configured` where its key or its address is missing, `unknown_model` where
 *   its name cannot be one.
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
      // Chat completions, unlike its newer interface, keeps no copy of what it is sent.
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

/** What the call cost in dollars, where the server says it: OpenRouter does. */
export function costOf(
  body: unknown,
): { readonly judge: { readonly costUsd: number } } | undefined {
  if (!hasKey(body, 'usage') || !hasKey(body.usage, 'cost')) return undefined;
  const { cost } = body.usage;
  return typeof cost === 'number' && cost >= 0 ? { judge: { costUsd: cost } } : undefined;
}

function hasKey<K extends string>(value: unknown, key: K): value is Record<K, unknown> {
  return typeof value === 'object' && value !== null && key in value;
}
