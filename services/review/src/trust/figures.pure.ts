import { type Label, LABELS_MIN, type Stratum } from '@output-review/contracts';

import { type Figure, type Interval, intervalOf, type Share } from './intervals.pure.ts';

/** Outputs that a version passed or failed, with their label. */
export interface LabelCell {
  readonly stratum: Stratum;
  /** Project, task and sample rate. */
  readonly place: string;
  /** Whether passed outputs are sampled there. */
  readonly isSampled: boolean;
  readonly outcome: 'passed' | 'failed';
  readonly label: Label;
  /** Whether the labelled output is a sample. */
  readonly isSample: boolean;
  readonly n: number;
}

export interface Estimate extends Interval {
  readonly value: number;
}

export interface Figures {
  readonly agreement: Estimate | null;
  readonly kappa: Estimate | null;
  readonly precision: Estimate | null;
  readonly recall: Estimate | null;
  /** Strata that have outputs but no labels. */
  readonly unlabelled: readonly Stratum[];
}

/** Labels of outputs with the same outcome, and the weight of each. */
export interface WeightedLabels {
  readonly stratum: Stratum;
  readonly outcome: 'passed' | 'failed';
  readonly label: 'good' | 'bad';
  readonly n: number;
  readonly weight: number;
}

const STRATA: readonly Stratum[] = ['held', 'flagged', 'passed'];

const sum = <T>(items: readonly T[], of: (item: T) => number): number =>
  items.reduce((total, item) => total + of(item), 0);

export function figuresOf(cells: readonly LabelCell[]): Figures {
  const { weighted, unlabelled } = weigh(cells);
  const enough = sum(weighted, ({ n }) => n) >= LABELS_MIN;
  const isKnown = unlabelled.length === 0;
  const areFailuresKnown = !cells.some(
    ({ stratum, outcome, n }) => unlabelled.includes(stratum) && outcome === 'failed' && n > 0,
  );
  const parts = partsOf(cells, weighted);
  const estimate = (ratio: Ratio, isSeen: boolean, least = 0) =>
    enough && isSeen ? estimateOf(ratio, parts, least) : null;
  return {
    agreement: estimate(agreement, isKnown),
    kappa: estimate(kappa, isKnown, -1),
    precision: estimate(precision, areFailuresKnown),
    recall: estimate(recall, isKnown),
    unlabelled,
  };
}

/**
 * The weight of each label: outputs ÷ labelled outputs of its stratum, in its project and task and at its rate. The
 * outputs of places without labels are distributed among the other places of the stratum.
 *
 * If passed outputs are sampled, only samples represent the rest. A label on another output there represents that
 * output alone: it was chosen, not drawn.
 */
export function weigh(cells: readonly LabelCell[]): {
  readonly weighted: readonly WeightedLabels[];
  readonly unlabelled: readonly Stratum[];
} {
  const weighted: WeightedLabels[] = [];
  const unlabelled: Stratum[] = [];
  for (const stratum of STRATA) {
    const ofStratum = cells.filter((cell) => cell.stratum === stratum && cell.n > 0);
    const chosen = ofStratum.filter(isChosen);
    weighted.push(...chosen.flatMap((cell) => labelsOf(cell, 1)));
    const others = ofStratum.filter((cell) => !isChosen(cell));
    const byPlace = new Map<LabelCell['place'], LabelCell[]>();
    for (const cell of others) {
      const ofPlace = byPlace.get(cell.place);
      if (ofPlace) ofPlace.push(cell);
      else byPlace.set(cell.place, [cell]);
    }
    const counted = [...byPlace.values()].map((ofPlace) => {
      const labels = ofPlace.filter(({ label }) => label !== 'none');
      return { labels, outputs: sum(ofPlace, ({ n }) => n) };
    });
    const shown = sum(counted, ({ labels, outputs }) => (labels.length > 0 ? outputs : 0));
    const all = sum(counted, ({ outputs }) => outputs);
    if (all > 0 && shown === 0) unlabelled.push(stratum);
    for (const { labels, outputs } of counted) {
      const weight = (outputs / sum(labels, ({ n }) => n)) * (all / shown);
      weighted.push(...labels.flatMap((cell) => labelsOf(cell, weight)));
    }
  }
  return { weighted, unlabelled };
}

function isChosen({ stratum, isSampled, isSample, label }: LabelCell): boolean {
  return stratum === 'passed' && isSampled && !isSample && label !== 'none';
}

function labelsOf({ stratum, outcome, label, n }: LabelCell, weight: number): WeightedLabels[] {
  return label === 'none' ? [] : [{ stratum, outcome, label, n, weight }];
}

/** A stratum, described by three independent shares. */
interface Part {
  readonly outputs: number;
  readonly shares: readonly [failed: Share, badOfFailed: Share, badOfPassed: Share];
}

function partsOf(cells: readonly LabelCell[], weighted: readonly WeightedLabels[]): Part[] {
  return STRATA.flatMap((stratum) => {
    const labels = weighted.filter((each) => each.stratum === stratum);
    if (labels.length === 0) return [];
    const outcomes = new Set(
      cells.filter((cell) => cell.stratum === stratum && cell.n > 0).map(({ outcome }) => outcome),
    );
    const isFailed = ({ outcome }: WeightedLabels) => outcome === 'failed';
    const isBad = ({ label }: WeightedLabels) => label === 'bad';
    const failed = labels.filter(isFailed);
    const passed = labels.filter((each) => !isFailed(each));
    return {
      outputs: sum(labels, ({ n, weight }) => n * weight),
      // Outcomes of a version are counted over all outputs: an outcome that never occurred in a stratum is known to be
      // zero.
      shares: [
        { ...shareOf(labels, isFailed), isKnown: outcomes.size < 2 },
        { ...shareOf(failed, isBad), isKnown: false },
        { ...shareOf(passed, isBad), isKnown: false },
      ] as const,
    };
  });
}

function shareOf(
  labels: readonly WeightedLabels[],
  matches: (each: WeightedLabels) => boolean,
): Omit<Share, 'isKnown'> {
  const weights = sum(labels, ({ n, weight }) => n * weight);
  if (weights === 0) return { value: null, size: 0 };
  const matching = labels.filter(matches);
  return {
    value: sum(matching, ({ n, weight }) => n * weight) / weights,
    size: weights ** 2 / sum(labels, ({ n, weight }) => n * weight ** 2),
  };
}

/** The number of outputs by outcome and label, as far as known. */
interface Table {
  readonly failedBad: number;
  readonly failedGood: number;
  readonly passedBad: number;
  readonly passedGood: number;
}

type Ratio = (table: Table) => number | null;

const over = (part: number, whole: number) => (whole > 0 ? part / whole : null);

const totalOf = ({ failedBad, failedGood, passedBad, passedGood }: Table) =>
  failedBad + failedGood + passedBad + passedGood;

const agreement: Ratio = (table) => over(table.failedBad + table.passedGood, totalOf(table));
const precision: Ratio = ({ failedBad, failedGood }) => over(failedBad, failedBad + failedGood);
const recall: Ratio = ({ failedBad, passedBad }) => over(failedBad, failedBad + passedBad);

const kappa: Ratio = (table) => {
  const { failedBad, failedGood, passedBad, passedGood } = table;
  const total = totalOf(table);
  const observed = agreement(table);
  if (observed === null) return null;
  const bothBad = ((failedBad + failedGood) / total) * ((failedBad + passedBad) / total);
  const bothGood = ((passedBad + passedGood) / total) * ((failedGood + passedGood) / total);
  const expected = bothBad + bothGood;
  // One of the two always says the same, so agreement beyond chance is undefined.
  return 1 - expected < 1e-12 ? null : (observed - expected) / (1 - expected);
};

function estimateOf(ratio: Ratio, parts: readonly Part[], least: number): Estimate | null {
  const shares = parts.flatMap((part) => part.shares);
  const figure: Figure = (values) => ratio(tableOf(parts, values));
  const value = figure(shares.map((share) => share.value ?? 0));
  if (value === null) return null;
  const { low, high } = intervalOf(figure, shares, value);
  return { value, low: Math.max(least, low), high: Math.min(1, high) };
}

function tableOf(parts: readonly Part[], values: readonly number[]): Table {
  const table = { failedBad: 0, failedGood: 0, passedBad: 0, passedGood: 0 };
  parts.forEach(({ outputs }, index) => {
    const [failed = 0, badOfFailed = 0, badOfPassed = 0] = values.slice(3 * index, 3 * index + 3);
    table.failedBad += outputs * failed * badOfFailed;
    table.failedGood += outputs * failed * (1 - badOfFailed);
    table.passedBad += outputs * (1 - failed) * badOfPassed;
    table.passedGood += outputs * (1 - failed) * (1 - badOfPassed);
  });
  return table;
}
