import {
  type ApprovalDemand,
  outputKey,
  type OutputsEvaluated,
  type OutputsSubmitted,
  parseDuration,
  parseInstant,
} from '@output-review/contracts';

/** The result of an evaluation, or the readable parts of an unreadable one. */
export interface Result extends OutputsEvaluated {
  /** The approvals that unreadable rules require. */
  readonly demand?: ApprovalDemand | null;
}

/** The deadline in a submission. */
export interface RespondBy {
  readonly dueAt: Date;
  /** Null for a fixed time. */
  readonly withinMs: number | null;
}

/** Parses `respondBy`: a fixed time, or a duration from acceptance. Null for neither. */
export function readRespondBy({
  respondBy,
  acceptedAt: accepted,
}: Pick<OutputsSubmitted, 'respondBy' | 'acceptedAt'>): RespondBy | null {
  if (respondBy === null) return null;
  const acceptedAt = new Date(accepted);
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
  return [...first.values()];
}

/**
 * Splits a batch into rounds without duplicate keys, because a statement cannot change a row twice. Mostly one round.
 */
export function withoutRepeats(batch: readonly Result[]): Result[][] {
  const rounds: Map<string, Result>[] = [];
  for (const evaluation of batch) {
    const key = outputKey(evaluation);
    const round = rounds.find((each) => !each.has(key));
    if (round) round.set(key, evaluation);
    else rounds.push(new Map([[key, evaluation]]));
  }
  return rounds.map((round) => [...round.values()]);
}

/** The run in an unreadable message, if it can be found. */
export function findRun(json: string): number | null {
  const run = /"run"\s*:\s*(\d{1,9})\b/.exec(json)?.[1];
  return run === undefined ? null : Number(run);
}

/**
 * The combined approvals that the rules in an unreadable message require, if they can be found. Inside a string, quotes
 * are escaped by a backslash, so no text can add a requirement.
 */
export function findDemand(json: string): ApprovalDemand | null {
  const needed = [...json.matchAll(/"needed"\s*:\s*([2-5])\b/g)].map(([, count]) => Number(count));
  if (needed.length === 0) return null;
  const groupIds = [...json.matchAll(/"groupIds"\s*:\s*\[([^[\]]*)\]/g)].flatMap(([, ids = '']) =>
    [...ids.matchAll(/"([^"\\]+)"/g)].map(([, id = '']) => id),
  );
  return {
    needed: Math.max(...needed),
    notSubmitter: /"notSubmitter"\s*:\s*true\b/.test(json),
    ...(groupIds.length > 0 && { groupIds: [...new Set(groupIds)] }),
  };
}
