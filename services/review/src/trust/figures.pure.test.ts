import { readFileSync } from 'node:fs';

import { describe, expect, test } from '@jest/globals';

import { type Estimate, figuresOf, type LabelCell, weigh } from './figures.pure.ts';
import { wilson } from './intervals.pure.ts';

const RATIOS = ['agreement', 'kappa', 'precision', 'recall'] as const;
type Ratio = (typeof RATIOS)[number];

interface Reference {
  readonly cases: readonly {
    readonly name: string;
    readonly cells: readonly LabelCell[];
    readonly figures: Readonly<Record<Ratio, Estimate>>;
  }[];
  readonly published: Readonly<Record<string, Record<Ratio, { low: number; high: number }>>>;
  readonly coverage: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

// The output of `reference.py` next to it.
const FILE = new URL('../../test/trust-reference/reference.json', import.meta.url);
const reference = JSON.parse(readFileSync(FILE, 'utf8')) as Reference;

const cell = (given: Partial<LabelCell>): LabelCell => ({
  ...{ stratum: 'held', place: 'a', isSampled: false, outcome: 'failed', label: 'bad' },
  ...{ isSample: false, n: 1 },
  ...given,
});

describe('figures', () => {
  test.each(reference.cases)('match scikit-learn and statsmodels: $name', ({ cells, figures }) => {
    const found = figuresOf(cells);
    for (const ratio of RATIOS) {
      for (const end of ['value', 'low', 'high'] as const) {
        expect([ratio, end, found[ratio]?.[end]]).toEqual([
          ...[ratio, end],
          expect.closeTo(figures[ratio][end], 9),
        ]);
      }
    }
  });

  // The intervals of agreement, kappa and recall are composed of parts: with more labels, they come closer.
  test.each([
    ['one stratum, every output labelled', 0.04],
    ['many labels', 0.001],
  ])(
    'have about the same limits as in statsmodels for labels of equal weight: %s',
    (name, within) => {
      const { cells } = reference.cases.find((each) => each.name === name)!;
      const published = reference.published[name]!;
      const found = figuresOf(cells);
      for (const ratio of RATIOS) {
        const { low, high } = found[ratio]!;
        const apart = Math.max(
          Math.abs(low - published[ratio].low),
          Math.abs(high - published[ratio].high),
        );
        expect([ratio, apart < within]).toEqual([ratio, true]);
      }
      // A proportion of labels of one kind has exactly the Wilson interval.
      expect(found.precision!.low).toBeCloseTo(published.precision.low, 12);
      expect(found.precision!.high).toBeCloseTo(published.precision.high, 12);
    },
  );

  test('cover the true value about as often as stated, in simulated workspaces', () => {
    for (const [name, coverage] of Object.entries(reference.coverage)) {
      for (const ratio of RATIOS) {
        expect([name, ratio, coverage[ratio]! > 0.92]).toEqual([name, ratio, true]);
      }
    }
  });

  test('are null below 30 labels', () => {
    const cells = (n: number) => [cell({ n }), cell({ label: 'good', n: 15 })];
    expect(figuresOf(cells(14))).toMatchObject({ agreement: null, kappa: null, precision: null });
    expect(figuresOf(cells(15)).precision).toMatchObject({ value: 0.5 });
  });

  test('are null if undefined', () => {
    const failed = [cell({ n: 20 }), cell({ label: 'good', n: 20 })];
    // It fails everything, so agreement beyond chance is undefined.
    expect(figuresOf([cell({ n: 40 })])).toMatchObject({ kappa: null, precision: { value: 1 } });
    expect(figuresOf([cell({ outcome: 'passed', label: 'good', n: 40 })])).toMatchObject({
      ...{ agreement: { value: 1 }, kappa: null, precision: null, recall: null },
    });
    expect(figuresOf([])).toMatchObject({ agreement: null, unlabelled: [] });
    expect(figuresOf(failed).recall).toMatchObject({ value: 1 });
  });

  test('need labels from every stratum that they cover', () => {
    const held = [cell({ n: 20 }), cell({ label: 'good', n: 20 })];
    const passed = cell({ stratum: 'passed', outcome: 'passed', label: 'none', n: 500 });
    expect(figuresOf([...held, passed])).toMatchObject({
      ...{ agreement: null, kappa: null, recall: null, unlabelled: ['passed'] },
      precision: { value: 0.5 },
    });
    // In shadow it fails them, and whether they are good or bad is unknown.
    expect(figuresOf([...held, { ...passed, outcome: 'failed' }])).toMatchObject({
      ...{ precision: null, unlabelled: ['passed'] },
    });
    const sample = { ...passed, label: 'good', n: 50 } as const;
    expect(figuresOf([...held, passed, sample])).toMatchObject({
      ...{ recall: { value: 1 }, unlabelled: [] },
    });
  });

  test('stay between 0 and 1, kappa between -1 and 1', () => {
    for (const [bad, good] of [
      [30, 0],
      [0, 30],
      [1, 29],
    ] as const) {
      const figures = figuresOf([
        cell({ n: bad }),
        cell({ label: 'good', n: good }),
        cell({ outcome: 'passed', label: 'bad', n: good }),
        cell({ outcome: 'passed', label: 'good', n: bad }),
      ]);
      for (const ratio of RATIOS) {
        const { value, low, high } = figures[ratio] ?? { value: 0, low: 0, high: 0 };
        expect(low).toBeGreaterThanOrEqual(ratio === 'kappa' ? -1 : 0);
        expect(high).toBeLessThanOrEqual(1);
        expect(low).toBeLessThanOrEqual(value);
        expect(value).toBeLessThanOrEqual(high);
      }
    }
  });
});

describe('a label stands for', () => {
  const weights = (...cells: LabelCell[]) =>
    weigh(cells).weighted.map(({ weight, n }) => [n, Math.round(weight * 1e6) / 1e6]);

  test('as many outputs as its stratum and place have per label', () => {
    expect(weights(cell({ n: 5 }), cell({ label: 'none', n: 15 }))).toEqual([[5, 4]]);
    const other = { place: 'b', n: 3 } as const;
    expect(weights(cell({ n: 5 }), cell({ label: 'none', n: 15 }), cell(other))).toEqual([
      ...[[5, 4]],
      ...[[3, 1]],
    ]);
  });

  test('more outputs if another place of the stratum has no label', () => {
    const other = cell({ place: 'b', label: 'none', n: 10 });
    expect(weights(cell({ n: 5 }), cell({ label: 'none', n: 5 }), other)).toEqual([[5, 4]]);
  });

  test('only itself if it was chosen while others were sampled', () => {
    const passed = { stratum: 'passed', outcome: 'passed', isSampled: true } as const;
    const all = [
      cell({ ...passed, n: 2 }),
      cell({ ...passed, label: 'good', isSample: true, n: 10 }),
      cell({ ...passed, label: 'none', n: 190 }),
    ];
    expect(weights(...all)).toEqual([
      [2, 1],
      [10, 20],
    ]);
    const withoutSamples = all.filter(({ isSample }) => !isSample);
    expect(weigh(withoutSamples).unlabelled).toEqual(['passed']);
    expect(weights(...withoutSamples.map((each) => ({ ...each, isSampled: false })))).toEqual([
      [2, 96],
    ]);
  });
});

test('the Wilson interval matches its formula, and covers everything without labels', () => {
  expect(wilson(0.8, 50)).toEqual({
    low: expect.closeTo(0.6696289406777458, 12),
    high: expect.closeTo(0.8875624998422389, 12),
  });
  expect(wilson(0, 0)).toEqual({ low: 0, high: 1 });
  expect(wilson(0, 10).low).toBe(0);
  expect(wilson(1, 10).high).toBeCloseTo(1, 12);
});
