/** A rate as percent text for its field; empty for null. */
export function toPercent(rate: number | null): string {
  // A product such as 0.07 × 100 has rounding digits that the user did not type.
  return rate === null ? '' : String(Number((rate * 100).toPrecision(12)));
}

/** The rate of a field; null if it is empty. */
export function toRate(percent: string): number | null {
  return percent.trim() === '' ? null : Number((Number(percent) / 100).toPrecision(12));
}
