import { countOf, formatTable, type Measurement } from '../frame/report.ts';

/** The rate of one engine for a number of rules and a kind of outputs. */
export interface Rate {
  readonly contestant: 'promptfoo' | 'bareLoop' | 'ours' | 'fallback';
  readonly outputs: string;
  readonly rules: number;
  readonly outputsPerSecond: number;
}

// The goals of the issue that requested this bench.
const TIMES_ON_LONG_OUTPUTS = 60;
const TIMES_ELSEWHERE = 20;
const TIMES_OF_FALLBACK = 10;
const COST_OF_TENFOLD_RULES = 3;

/** Formats the rates of all engines, in outputs per second, as a Markdown table. */
export function formatRates(rates: readonly Rate[]): string {
  const rows = casesOf(rates).map(({ outputs, rules, of }) => {
    const cells = [of('promptfoo'), of('bareLoop'), of('ours'), of('fallback')].map(formatRate);
    return [outputs, countOf(rules), ...cells];
  });
  return formatTable(['Outputs', 'Rules', 'promptfoo', 'Bare loop', 'Ours', 'Ours, re2js'], rows);
}

/** Compares the rates with the goals. */
export function goalsOf(rates: readonly Rate[]): readonly Measurement[] {
  const cases = casesOf(rates);
  const isLong = (outputs: string): boolean => outputs === cases.at(-1)?.outputs;
  return [
    ...cases.flatMap(({ outputs, rules, of }) => {
      const measure = `${countOf(rules)} rules, outputs: ${outputs}`;
      const isHardest = isLong(outputs) && rules === 1_000;
      const times = of('ours') / of('promptfoo');
      const timesOfFallback = of('fallback') / of('promptfoo');
      return [
        timesRow(measure, times, isHardest ? TIMES_ON_LONG_OUTPUTS : TIMES_ELSEWHERE),
        timesRow(`${measure}, re2js`, timesOfFallback, TIMES_OF_FALLBACK),
      ];
    }),
    ...[...new Set(cases.map(({ outputs }) => outputs))].map((outputs) =>
      tenfoldRow(outputs, (rules) => rateOf(rates, { contestant: 'ours', outputs, rules })),
    ),
  ];
}

function timesRow(measure: string, times: number, goal: number): Measurement {
  return {
    measure,
    ours: `${times.toFixed(0)} × promptfoo`,
    goal: `≥ ${goal} ×`,
    isReached: times >= goal,
  };
}

function tenfoldRow(outputs: string, of: (rules: number) => number): Measurement {
  const cost = of(100) / of(1_000);
  return {
    measure: `1,000 rules instead of 100, outputs: ${outputs}`,
    ours: `${cost.toFixed(1)} × the time`,
    goal: `< ${COST_OF_TENFOLD_RULES} ×`,
    isReached: cost < COST_OF_TENFOLD_RULES,
  };
}

interface RateCase {
  readonly outputs: string;
  readonly rules: number;
  readonly of: (contestant: Rate['contestant']) => number;
}

function casesOf(rates: readonly Rate[]): readonly RateCase[] {
  return rates
    .filter(({ contestant }) => contestant === 'ours')
    .map(({ outputs, rules }) => ({
      outputs,
      rules,
      of: (contestant) => rateOf(rates, { contestant, outputs, rules }),
    }));
}

function rateOf(rates: readonly Rate[], wanted: Omit<Rate, 'outputsPerSecond'>): number {
  const found = rates.find(
    ({ contestant, outputs, rules }) =>
      contestant === wanted.contestant && outputs === wanted.outputs && rules === wanted.rules,
  );
  return found?.outputsPerSecond ?? Number.NaN;
}

function formatRate(rate: number): string {
  const digits = rate < 100 ? 1 : 0;
  return `${rate.toLocaleString('en', { maximumFractionDigits: digits })}/s`;
}
