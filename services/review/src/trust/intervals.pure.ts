/** A proportion as labels show it. */
export interface Share {
  /** Null where no label shows it. */
  readonly value: number | null;
  /** Labels of equal weight that would tell as much: (Σw)² / Σw², by Kish. */
  readonly size: number;
  /** Whether it is known, and not only from labels. */
  readonly isKnown: boolean;
}

export interface Interval {
  readonly low: number;
  readonly high: number;
}

// Of the normal distribution, 2.5 % lie beyond it.
const Z = 1.959963984540054;

/** The score interval of Wilson for a proportion, 95 %. */
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

/** A figure of shares that are independent of each other; null where it is undefined. */
export type Figure = (values: readonly number[]) => number | null;

/**
 * The interval of a figure: each share in turn goes to both of its own limits, and the squares of what the figure
 * moves by are added, for each side by itself (MOVER, of Zou and Donner). Unlike a standard error it says something
 * where labels have shown a share to be 0 or 1.
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
  // Of what no label shows there is nothing yet that it could move.
  if (value === null) return [];
  const { low, high } = wilson(value, size);
  return [low, high];
}

/** What no label shows may be anything: the figure at both ends of it. */
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
