import { AppError } from '@output-review/errors';
import { type ConfigGroup, configGroup, integer, type Metrics } from '@output-review/runtime';

import { RATE_WINDOW_MS } from '../rate-limit/rate-window.ts';

/** Calls per minute and principal; 0 is unlimited. Submissions have their own window. */
export interface Limits {
  readonly readsPerMinute: number;
  readonly writesPerMinute: number;
  /** Claims of outputs, which a page makes and renews automatically. */
  readonly claimsPerMinute: number;
  /** Calls that use a model and therefore cost money. */
  readonly modelCallsPerMinute: number;
  /** Sign-ups, attempts to use emailed links, and forged requests of Slack, per address. Many people may share one. */
  readonly triesPerMinute: number;
  /** Mails sent for calls from one address. */
  readonly mailsPerMinute: number;
  /** Mails of one kind to one mailbox. Without this limit strangers could fill it. */
  readonly mailsPerMailbox: number;
  /** Requests from the Slack app of a workspace, for all of its users together. */
  readonly slackPerMinute: number;
}

/** Source: the interface's conventions, except for tries, mailboxes and Slack, which are our choice. */
export const DEFAULT_LIMITS: Limits = {
  readsPerMinute: 600,
  writesPerMinute: 120,
  claimsPerMinute: 600,
  modelCallsPerMinute: 20,
  triesPerMinute: 60,
  mailsPerMinute: 10,
  mailsPerMailbox: 2,
  slackPerMinute: 300,
};

const perMinute = (calls: number) => integer({ default: calls, min: 0 });

/** Calls per minute and caller, submissions excluded; 0 is unlimited. */
export const callLimitsGroup: ConfigGroup<Limits> = configGroup({
  fields: {
    RATE_LIMIT_READS_PER_MINUTE: perMinute(DEFAULT_LIMITS.readsPerMinute),
    RATE_LIMIT_WRITES_PER_MINUTE: perMinute(DEFAULT_LIMITS.writesPerMinute),
    RATE_LIMIT_MODEL_CALLS_PER_MINUTE: perMinute(DEFAULT_LIMITS.modelCallsPerMinute),
  },
  build: (values) => ({
    ...DEFAULT_LIMITS,
    readsPerMinute: values.RATE_LIMIT_READS_PER_MINUTE,
    writesPerMinute: values.RATE_LIMIT_WRITES_PER_MINUTE,
    modelCallsPerMinute: values.RATE_LIMIT_MODEL_CALLS_PER_MINUTE,
  }),
});

/** Wrong passwords per minute; a person mistypes less often. */
export interface SignInLimits {
  /** For one account, from one block of addresses. */
  readonly perBlock: number;
  /** For any account, from one address. Many people may share an address. */
  readonly perAddress: number;
  /** For one account, from any address, by browsers that have not signed in before. */
  readonly perAccount: number;
  /** For one account, by one browser that has signed in before. */
  readonly perBrowser: number;
}

export const DEFAULT_SIGN_IN_LIMITS: SignInLimits = {
  perBlock: 20,
  perAddress: 60,
  perAccount: 100,
  perBrowser: 20,
};

/** The limits, as named by the metric of refused calls. */
export const LIMITED = ['reads', 'writes', 'claims', 'model_calls', 'sign_ins', 'mails'] as const;

export type Limited = (typeof LIMITED)[number];

export function overLimit(retryAfterSeconds = WINDOW_SECONDS): AppError {
  return new AppError('RATE_LIMITED', 'Too many requests in one minute.', { retryAfterSeconds });
}

const WINDOW_SECONDS = RATE_WINDOW_MS / 1_000;

/** Whether an attempt was checked and refused, rather than failing or finding no capacity. */
export function isRefusal(error: unknown): boolean {
  return error instanceof AppError && error.status < 500 && !error.retriable;
}

/** Counts calls that were refused by a limit. */
export function countLimited(metrics: Metrics): (limited: Limited) => void {
  const family = metrics.counter({
    name: 'output_review_rate_limited_calls_total',
    help:
      'Requests other than submissions that were refused, by limit: reads, writes, claims, model_calls, ' +
      'sign_ins, mails.',
    labels: ['limit'],
  });
  for (const limit of LIMITED) family.of({ limit });
  return (limit) => family.of({ limit }).add();
}
