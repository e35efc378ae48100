/** A proportion estimated from labels. */
export interface Share {
  /** Null without labels. */
  readonly value: number | null;
  /** The effective sample size: (Σw)² / Σw², by Kish. */
  readonly size: number;
  /** Whether it is exact, not estimated from labels. */
  readonly isKnown: boolean;
}

export interface Interval {
  readonly low: number;
  readonly high: number;
}

// 2.5 % of the normal distribution lie above it.
const Z = 1.959963984540054;

/** The 95 % Wilson score interval of a proportion. */
export function wilson(value: number, size: number): Interval {
  if (size === 0) return { low: 0, high: 1 };
  const centre = value + (Z * Z) / (2 * size);
  const margin = Z * Math.sqrt((value * (1 - value)) / size + (Z * Z) / (4 * size * size));
  const scale = 1 + (Z * Z) / size;
  return {
    low: Math.max(0, (centre - margin) / scale),
    high: Math.min(1, (centre + margin) / scale),
  };
}

/** A figure computed from independent shares, null if it is undefined. */
export type Figure = (values: readonly number[]) => number | null;

/**
 * The interval of a figure. Moves each share in turn to both of its limits, and adds the squared changes of the figure,
 * separately for each side (MOVER, by Zou and Donner). Unlike a standard error, it also works if the labels show a
 * share of 0 or 1.
 */
export function intervalOf(figure: Figure, shares: readonly Share[], value: number): Interval {
  let below = 0;
  let above = 0;
  shares.forEach((share, index) => {
    if (share.isKnown) return;
    const moved = limitsOf(share).flatMap((limit) => figuresAt(figure, shares, { index, limit }));
    below += Math.max(0, value - Math.min(value, ...moved)) ** 2;
    above += Math.max(0, Math.max(value, ...moved) - value) ** 2;
  });
  return { low: value - Math.sqrt(below), high: value + Math.sqrt(above) };
}

function limitsOf({ value, size }: Share): readonly number[] {
  // Without labels there is no estimate to move.
  if (value === null) return [];
  const { low, high } = wilson(value, size);
  return [low, high];
}

/** A share without labels may have any value: returns the figure at both extremes. */
function figuresAt(
  figure: Figure,
  shares: readonly Share[],
  { index, limit }: { readonly index: number; readonly limit: number },
): number[] {
  return [0, 1].flatMap((unseen) => {
    const values = shares.map(({ value }, at) => (at === index ? limit : (value ?? unseen)));
    return figure(values) ?? [];
  });
}
