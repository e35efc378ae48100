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

/** How judges are asked. */
export interface JudgeSettings {
  /** Calls at a time, of this process: so many of jobs, and so many besides of callers who wait. */
  readonly callsMax: number;
  /** Calls at a time for rules in shadow, and outputs that these are applied to. */
  readonly shadowCallsMax: number;
  /** One rule on one output, tries and pauses included. */
  readonly callMs: number;
  /** Between the tries of one call. */
  readonly pausesInCall: Pauses;
  /** All judges of a caller who waits. */
  readonly inlineMs: number;
  /** What must be left of that for judges to be asked: with less they would only be asked to time out. */
  readonly inlineMsMin: number;
  /** How long an evaluation whose judges are away is tried again before it ends as an error. */
  readonly retryForMs: number;
  /** How long the calls under way may go on when the service stops. */
  readonly drainMs: number;
  /** From when a job was claimed, or its claim was renewed, until somebody else takes it over. */
  readonly leaseMs: number;
  /** How often claims are renewed. */
  readonly renewEveryMs: number;
}

export const DEFAULT_JUDGE_SETTINGS: Omit<JudgeSettings, 'shadowCallsMax'> = {
  // A call waits; 16 of half a second are 32 outputs/s for hardly any work of ours.
  callsMax: 16,
  // Source: the interface. 20 s a call, 25 s for a sync submission whose gateway waits 28 s.
  callMs: 20_000,
  pausesInCall: PAUSES_IN_CALL,
  inlineMs: 25_000,
  inlineMsMin: 2_000,
  retryForMs: 10 * 60_000,
  // The services that stop together have 5 s in one process.
  drainMs: 2_000,
  // With the second until somebody looks, and the time until it is judged, within 20 s of a kill.
  leaseMs: 15_000,
  // Three renewals may fail.
  renewEveryMs: 4_000,
};

export function judgeSettingsOf(given: Partial<JudgeSettings>): JudgeSettings {
  const settings = { ...DEFAULT_JUDGE_SETTINGS, ...given };
  // What providers and this process can do beside the calls that decide something.
  return { shadowCallsMax: Math.max(1, Math.floor(settings.callsMax / 4)), ...settings };
}

/** The operator's judge, null where there is none; and how judges are asked. */
export type JudgingOptions = { readonly judge: Judge | null } & Partial<JudgeSettings>;

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
