import {
  type ApprovalDemand,
  outputKey,
  type OutputsEvaluated,
  type OutputsSubmitted,
  parseDuration,
  parseInstant,
} from '@output-review/contracts';

/** The result of an evaluation, or what can be made out of one that cannot be read. */
export interface Result extends OutputsEvaluated {
  /** What rules that cannot be read ask of whoever approves. */
  readonly demand?: ApprovalDemand | null;
}

/** Until when an output is to be decided, as its submission says. */
export interface RespondBy {
  readonly dueAt: Date;
  /** Null where it is an instant. */
  readonly withinMs: number | null;
}

/** What a `respondBy` means: an instant, or a duration from acceptance; null for neither. */
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

/** Rounds in which no key stands twice: one statement cannot touch a row twice. Mostly one round. */
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

/** The run that a message tells of, where it can be made out though the message cannot be read. */
export function findRun(json: string): number | null {
  const run = /"run"\s*:\s*(\d{1,9})\b/.exec(json)?.[1];
  return run === undefined ? null : Number(run);
}

/**
 * What the rules of a message ask of whoever approves, all together, where that can be made out though the
 * message cannot be read. Inside a text a quote has a backslash before it: no text can ask for anything.
 */
export function findDemand(json: string): ApprovalDemand | null {
  const needed = [...json.matchAll(/"needed"\s*:\s*([2-5])\b/g)].map(([, count]) => Number(count));
  if (needed.length === 0) return null;
  const groupIds = [...json.matchAll(/"groupIds"\s*:\s*\[([^\]]*)\]/g)].flatMap(([, ids = '']) =>
    [...ids.matchAll(/"([^"\\]+)"/g)].map(([, id = '']) => id),
  );
  return {
    needed: Math.max(...needed),
    notSubmitter: /"notSubmitter"\s*:\s*true\b/.test(json),
    ...(groupIds.length > 0 && { groupIds: [...new Set(groupIds)] }),
  };
}
