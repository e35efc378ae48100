import type { LanguageModelUsage, ProviderMetadata } from 'ai';

import type { JudgeUsage } from '../../domain/judges/judge-failure.ts';

interface Generated {
  readonly text: string | undefined;
  readonly usage: LanguageModelUsage | undefined;
  readonly providerMetadata?: ProviderMetadata | undefined;
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
