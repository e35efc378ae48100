import { parseDuration, parseInstant } from '@output-review/contracts';

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
