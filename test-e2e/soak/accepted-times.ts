const MINUTE_MS = 60_000;

/** One crowd of submissions: when it was let go, and when what it brought in was accepted. */
export interface Crowd {
  readonly begunAt: number;
  /** By the outputs' own times, in ms. */
  readonly acceptedAt: readonly number[];
}

/** The most that any span of 60,000 ms holds, its end excluded. */
export function fullestMinute(times: readonly number[]): number {
  const sorted = times.toSorted((one, other) => one - other);
  const spans = sorted.map((from, index) => {
    const end = sorted.findIndex((at) => at >= from + MINUTE_MS);
    return (end === -1 ? sorted.length : end) - index;
  });
  return Math.max(0, ...spans);
}

/**
 * Crowds that were let in short: fewer than there were slots free when they began. A crowd is larger
 * than the limit, so nothing that was free may stay so.
 */
export function letInShort(crowds: readonly Crowd[], limit: number): readonly string[] {
  return crowds.flatMap(({ begunAt, acceptedAt }, index) => {
    const before = crowds.slice(0, index).flatMap((crowd) => crowd.acceptedAt);
    const free = limit - before.filter((at) => at > begunAt - MINUTE_MS).length;
    if (acceptedAt.length >= free) return [];
    return [`crowd ${index}: ${acceptedAt.length} of ${free}`];
  });
}
