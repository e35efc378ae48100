import { parseDuration, parseInstant } from '@output-review/contracts';

/** The instant that a `respondBy` means: an instant, or a duration from acceptance. */
export function dueAt(respondBy: string | null, acceptedAt: Date): Date | null {
  if (respondBy === null) return null;
  const durationMs = parseDuration(respondBy, acceptedAt);
  if (durationMs !== null) return new Date(acceptedAt.getTime() + durationMs);
  return parseInstant(respondBy);
}
