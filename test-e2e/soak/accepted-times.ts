const MINUTE_MS = 60_000;

/** A burst of submissions: its start, and when its accepted ones were accepted. */
export interface Crowd {
  readonly begunAt: number;
  /** The outputs' own times, in ms. */
  readonly acceptedAt: readonly number[];
}

/** The maximum number in any span of 60,000 ms, excluding its end. */
export function fullestMinute(times: readonly number[]): number {
  const sorted = times.toSorted((one, other) => one - other);
  const spans = sorted.map((from, index) => {
    const end = sorted.findIndex((at) => at >= from + MINUTE_MS);
    return (end === -1 ? sorted.length : end) - index;
  });
  return Math.max(0, ...spans);
}

/**
 * The crowds with fewer accepted submissions than slots were free at their start. A crowd is larger than the limit, so
 * no free slot may remain.
 */
export function findShortCrowds(crowds: readonly Crowd[], limit: number): readonly string[] {
  return crowds.flatMap(({ begunAt, acceptedAt }, index) => {
    const before = crowds.slice(0, index).flatMap((crowd) => crowd.acceptedAt);
    const free = limit - before.filter((at) => at > begunAt - MINUTE_MS).length;
    if (acceptedAt.length >= free) return [];
    return [`crowd ${index}: ${acceptedAt.length} of ${free}`];
  });
}
