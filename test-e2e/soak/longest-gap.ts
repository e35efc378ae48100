/** The longest time between one and the next, in the unit of the times. */
export function longestGapMs(times: readonly number[]): number {
  const sorted = times.toSorted((one, other) => one - other);
  const gaps = sorted.slice(1).map((at, index) => at - (sorted[index] ?? at));
  return Math.max(0, ...gaps);
}
