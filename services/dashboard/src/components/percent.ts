/** A rate as its field has it: percent, empty where there is none. */
export function toPercent(rate: number | null): string {
  // A product such as 0.07 × 100 has digits that nobody typed.
  return rate === null ? '' : String(Number((rate * 100).toPrecision(12)));
}

/** What the field says; null where it is empty. */
export function toRate(percent: string): number | null {
  return percent.trim() === '' ? null : Number((Number(percent) / 100).toPrecision(12));
}
