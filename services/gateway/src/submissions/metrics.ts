import { AppError } from '@output-review/errors';
import type { Metrics, Tally } from '@output-review/runtime';

import type { ReadSubmission } from './request.pure.ts';

const OUTCOMES = [
  'accepted',
  'evaluated',
  'repeated',
  'rate_limited',
  'refused',
  'failed',
] as const;

type Outcome = (typeof OUTCOMES)[number];

type Tallies = Readonly<Record<Outcome, Tally>>;

/** Counts submissions with a valid token by their outcome. */
export class SubmissionCounts {
  readonly #async: Tallies;
  readonly #sync: Tallies;
  readonly #unread: Tallies;

  constructor(metrics: Metrics) {
    const family = metrics.counter({
      name: 'output_review_submissions_total',
      help:
        'Submissions by mode (async, sync, unread) and outcome: accepted, evaluated, repeated, ' +
        'rate_limited, refused, failed.',
      labels: ['mode', 'outcome'],
    });
    const ofMode = (mode: string): Tallies => {
      const tallies = OUTCOMES.map((outcome) => [outcome, family.of({ mode, outcome })]);
      return Object.fromEntries(tallies) as Tallies;
    };
    this.#async = ofMode('async');
    this.#sync = ofMode('sync');
    this.#unread = ofMode('unread');
  }

  of(read: ReadSubmission): Tallies {
    if (!read.ok) return this.#unread;
    return read.submission.sync ? this.#sync : this.#async;
  }
}

export function outcomeOf({
  repeats,
  status,
}: {
  readonly status: number;
  readonly repeats: unknown;
}): Outcome {
  if (repeats !== null) return 'repeated';
  return status === 202 ? 'accepted' : 'evaluated';
}

export function outcomeOfFailure(error: unknown): Outcome {
  if (!(error instanceof AppError) || error.status >= 500) return 'failed';
  return error.code === 'RATE_LIMITED' ? 'rate_limited' : 'refused';
}
