import { JUDGE_PROVIDERS } from '@output-review/contracts';
import {
  configGroup,
  type ConfigGroup,
  integer,
  oneOf,
  optional,
  text,
  url,
} from '@output-review/runtime';

import type { Judge } from './domain/judges/judge.ts';
import { DEFAULT_JUDGE_SETTINGS } from './domain/judges/judge-settings.ts';

export interface JudgeConfig {
  /** The operator's; null where there is none. */
  readonly judge: Judge | null;
  readonly callsMax: number;
}

// More than any provider lets one key do at a time.
const CALLS_MAX = 1_000;

/** The operator's judge. */
export const judgeGroup: ConfigGroup<JudgeConfig> = configGroup({
  fields: {
    JUDGE_PROVIDER: optional(oneOf(JUDGE_PROVIDERS)),
    JUDGE_MODEL: optional(text()),
    JUDGE_BASE_URL: optional(url()),
    JUDGE_API_KEY: optional(text()),
    JUDGE_CALLS_MAX: integer({
      default: DEFAULT_JUDGE_SETTINGS.callsMax,
      min: 1,
      max: CALLS_MAX,
    }),
  },
  contradictions: ({
    JUDGE_PROVIDER: provider,
    JUDGE_MODEL: model,
    JUDGE_BASE_URL: baseUrl,
    JUDGE_API_KEY: apiKey,
  }) => {
    if (provider === undefined) return [];
    if (provider === null) {
      const isSet = [model, baseUrl, apiKey].some((value) => value != null);
      return isSet ? ['JUDGE_PROVIDER must be set where another JUDGE_ variable is'] : [];
    }
    const isOwnServer = provider === 'openai_compatible';
    return [
      ...(model === null ? ['JUDGE_MODEL must be set where JUDGE_PROVIDER is'] : []),
      ...(baseUrl === null && isOwnServer
        ? ['JUDGE_BASE_URL must be set where JUDGE_PROVIDER is openai_compatible']
        : []),
      ...(apiKey === null && !isOwnServer
        ? [`JUDGE_API_KEY must be set where JUDGE_PROVIDER is ${provider}`]
        : []),
    ];
  },
  build: ({ JUDGE_PROVIDER: provider, JUDGE_MODEL: model, ...values }) => ({
    judge:
      provider === null || model === null
        ? null
        : { provider, model, baseUrl: values.JUDGE_BASE_URL, apiKey: values.JUDGE_API_KEY },
    callsMax: values.JUDGE_CALLS_MAX,
  }),
});
