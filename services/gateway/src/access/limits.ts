import { AppError } from '@output-review/errors';
import { type ConfigGroup, configGroup, integer, type Metrics } from '@output-review/runtime';

import { RATE_WINDOW_MS } from '../rate-limit/rate-window.ts';

/** Calls a minute and principal; 0 is no limit. Submissions have a window of their own. */
export interface Limits {
  readonly readsPerMinute: number;
  readonly writesPerMinute: number;
  /** Claims of outputs, which a page makes and renews by itself. */
  readonly claimsPerMinute: number;
  /** What asks a model, and so costs money. */
  readonly modelCallsPerMinute: number;
  /** Sign-ups and links of mails, from an address; many people may share one. */
  readonly triesPerMinute: number;
  /** Mails that are sent for an address that calls. */
  readonly mailsPerMinute: number;
  /** Mails to a mailbox; else strangers could fill it. */
  readonly mailsPerMailbox: number;
  /** What the Slack app of a workspace sends, of all who press something there. */
  readonly slackPerMinute: number;
}

/** Source: the interface's conventions; but for tries, mailboxes and Slack, which are ours. */
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

/** Calls a minute and caller beside submissions; 0 is no limit. */
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

/** Wrong passwords a minute; a person mistypes less often. */
export interface SignInLimits {
  /** Of an account, from a block of addresses. */
  readonly perBlock: number;
  /** Of any accounts, from one address; many people may share it. */
  readonly perAddress: number;
  /** Of an account from wherever, by browsers that nobody has signed in with. */
  readonly perAccount: number;
  /** Of an account, by one browser that somebody has signed in with. */
  readonly perBrowser: number;
}

export const DEFAULT_SIGN_IN_LIMITS: SignInLimits = {
  perBlock: 20,
  perAddress: 60,
  perAccount: 100,
  perBrowser: 20,
};

/** What is limited, as the metric of refused calls names it. */
export const LIMITED = ['reads', 'writes', 'claims', 'model_calls', 'sign_ins', 'mails'] as const;

export type Limited = (typeof LIMITED)[number];

export function overLimit(retryAfterSeconds = WINDOW_SECONDS): AppError {
  return new AppError('RATE_LIMITED', 'Too many requests in one minute.', { retryAfterSeconds });
}

const WINDOW_SECONDS = RATE_WINDOW_MS / 1_000;

/** Counts calls that are refused because their caller made too many. */
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
