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

import { PAUSES_IN_CALL, type Pauses } from './pause-before-retry.pure.ts';
import type { Judge } from './judges.pure.ts';

/** Limits and timeouts for asking judges. */
export interface JudgeSettings {
  /** Concurrent calls of this process: this many for jobs, and this many more for waiting callers. */
  readonly callsMax: number;
  /** Concurrent calls for shadow rules, and concurrent shadow runs. */
  readonly shadowCallsMax: number;
  /** Timeout for one rule on one output, including retries and pauses. */
  readonly callMs: number;
  /** Pauses between the attempts of one call. */
  readonly pausesInCall: Pauses;
  /** Timeout for all judges of a waiting caller. */
  readonly inlineMs: number;
  /** The minimum time left to ask judges at all. With less, they would only time out. */
  readonly inlineMsMin: number;
  /** How long to retry an evaluation whose judges are unavailable before it ends as an error. */
  readonly retryForMs: number;
  /** How long calls in flight may continue when the service shuts down. */
  readonly drainMs: number;
  /** Duration of a job's lease, from its claim or renewal until another replica may take over. */
  readonly leaseMs: number;
  /** Renewal interval of leases. */
  readonly renewEveryMs: number;
}

export const DEFAULT_JUDGE_SETTINGS: Omit<JudgeSettings, 'shadowCallsMax'> = {
  // A call mostly waits: 16 calls of half a second are 32 outputs/s for hardly any CPU.
  callsMax: 16,
  // Source: the interface. 20 s a call, 25 s for a sync submission whose gateway waits 28 s.
  callMs: 20_000,
  pausesInCall: PAUSES_IN_CALL,
  inlineMs: 25_000,
  inlineMsMin: 2_000,
  retryForMs: 10 * 60_000,
  // Services that shut down together have 5 s in one process.
  drainMs: 2_000,
  // With up to 1 s until the next poll, and the time to judge, an output is done within 20 s of a kill.
  leaseMs: 15_000,
  // Three renewals may fail.
  renewEveryMs: 4_000,
};

export function judgeSettingsOf(given: Partial<JudgeSettings>): JudgeSettings {
  const settings = { ...DEFAULT_JUDGE_SETTINGS, ...given };
  // The capacity of providers and this process beside calls that affect a verdict.
  return { shadowCallsMax: Math.max(1, Math.floor(settings.callsMax / 4)), ...settings };
}

/** The operator's judge, null if there is none, and settings for asking judges. */
export type JudgingOptions = { readonly judge: Judge | null } & Partial<JudgeSettings>;

export interface JudgeConfig {
  /** The operator's judge; null if there is none. */
  readonly judge: Judge | null;
  readonly callsMax: number;
}

// More than any provider allows concurrently for one key.
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
      return isSet ? ['JUDGE_PROVIDER must be set if another JUDGE_ variable is set'] : [];
    }
    const isOwnServer = provider === 'openai_compatible';
    return [
      ...(model === null ? ['JUDGE_MODEL must be set if JUDGE_PROVIDER is set'] : []),
      ...(baseUrl === null && isOwnServer
        ? ['JUDGE_BASE_URL must be set if JUDGE_PROVIDER is openai_compatible']
        : []),
      ...(apiKey === null && !isOwnServer
        ? [`JUDGE_API_KEY must be set if JUDGE_PROVIDER is ${provider}`]
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
