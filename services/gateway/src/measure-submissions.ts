import { AppError } from '@output-review/errors';
import type { Metrics, Tally } from '@output-review/runtime';

import type { SubmitAnswer, SubmitAttempt } from './use-cases/submissions/submit-output.ts';

type Submit = (attempt: SubmitAttempt) => Promise<SubmitAnswer>;

const OUTCOMES = [
  'accepted',
  'evaluated',
  'repeated',
  'rate_limited',
  'refused',
  'failed',
] as const;
type Outcome = (typeof OUTCOMES)[number];

/** Counts what becomes of submissions whose token is known. */
export function measureSubmissions(metrics: Metrics, submit: Submit): Submit {
  const family = metrics.counter({
    name: 'output_review_submissions_total',
    help:
      'Submissions by mode (async, sync, unread) and outcome: accepted, evaluated, repeated, ' +
      'rate_limited, refused, failed.',
    labels: ['mode', 'outcome'],
  });
  const ofMode = (mode: string): Record<Outcome, Tally> => {
    const tallies = OUTCOMES.map((outcome) => [outcome, family.of({ mode, outcome })]);
    return Object.fromEntries(tallies) as Record<Outcome, Tally>;
  };
  const modes = { async: ofMode('async'), sync: ofMode('sync'), unread: ofMode('unread') };
  return async (attempt) => {
    const { read } = attempt;
    const tallies = read.ok ? modes[read.submission.sync ? 'sync' : 'async'] : modes.unread;
    try {
      const answer = await submit(attempt);
      tallies[outcomeOf(answer)].add();
      return answer;
    } catch (error) {
      tallies[outcomeOfFailure(error)].add();
      throw error;
    }
  };
}

function outcomeOf({ repeats, status }: SubmitAnswer): Outcome {
  if (repeats !== null) return 'repeated';
  return status === 202 ? 'accepted' : 'evaluated';
}

function outcomeOfFailure(error: unknown): Outcome {
  if (!(error instanceof AppError) || error.status >= 500) return 'failed';
  return error.code === 'RATE_LIMITED' ? 'rate_limited' : 'refused';
}
