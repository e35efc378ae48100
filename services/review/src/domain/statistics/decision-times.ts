/** How many decisions took a time of a step: from 2^(step/4) ms to 2^((step+1)/4) ms. */
export interface TimesOfStep {
  readonly step: number;
  readonly n: number;
}

/** The time that a share of all decisions stayed below, in ms; null without any. */
export function quantile(times: readonly TimesOfStep[], share: number): number | null {
  const all = times.reduce((sum, { n }) => sum + n, 0);
  let below = 0;
  for (const { step, n } of times.toSorted((one, other) => one.step - other.step)) {
    below += n;
    // The middle of a step, which is wrong by a tenth at most.
    if (below >= share * all) return Math.round(2 ** ((step + 0.5) / 4));
  }
  return null;
}
