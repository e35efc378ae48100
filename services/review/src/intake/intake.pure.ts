import {
  type OutputsEvaluated,
  type OutputsSubmitted,
  parseDuration,
  parseInstant,
} from '@output-review/contracts';

import { outputKey } from '../outputs/output.pure.ts';

/** Until when an output is to be decided, as its submission says. */
export interface RespondBy {
  readonly dueAt: Date;
  /** Null where it is an instant. */
  readonly withinMs: number | null;
}

/** What a `respondBy` means: an instant, or a duration from acceptance; null for neither. */
export function readRespondBy(respondBy: string | null, acceptedAt: Date): RespondBy | null {
  if (respondBy === null) return null;
  const withinMs = parseDuration(respondBy, acceptedAt);
  if (withinMs !== null) return { dueAt: new Date(acceptedAt.getTime() + withinMs), withinMs };
  const dueAt = parseInstant(respondBy);
  return dueAt && { dueAt, withinMs: null };
}

export function firstOfEach(batch: readonly OutputsSubmitted[]): OutputsSubmitted[] {
  const first = new Map<string, OutputsSubmitted>();
  for (const submission of batch) {
    const key = outputKey(submission);
    if (!first.has(key)) first.set(key, submission);
  }
  return first.size === batch.length ? [...batch] : [...first.values()];
}

/** Rounds in which no key stands twice: one statement cannot touch a row twice. Mostly one round. */
export function withoutRepeats(batch: readonly OutputsEvaluated[]): OutputsEvaluated[][] {
  const rounds: Map<string, OutputsEvaluated>[] = [];
  for (const evaluation of batch) {
    const key = outputKey(evaluation);
    const round = rounds.find((each) => !each.has(key));
    if (round) round.set(key, evaluation);
    else rounds.push(new Map([[key, evaluation]]));
  }
  return rounds.map((round) => [...round.values()]);
}
