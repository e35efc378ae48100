/** One line of a report: a measurement and its goal. */
export interface Measurement {
  readonly measure: string;
  readonly ours: string;
  readonly goal: string;
  readonly isReached: boolean;
}

/** Formats measurements as a Markdown table for the docs. */
export function formatReport(measurements: readonly Measurement[]): string {
  const rows = measurements.map(({ measure, ours, goal, isReached }) => [
    ...[measure, ours, goal],
    isReached ? 'reached' : 'not reached',
  ]);
  return formatTable(['Measure', 'Ours', 'Goal', ''], rows);
}

/** Formats rows as a Markdown table. */
export function formatTable(
  headers: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const format = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [format(headers), `|${'---|'.repeat(headers.length)}`, ...rows.map(format)].join('\n');
}

export const perSecond = (value: number): string => `${countOf(Math.round(value))}/s`;
export const milliseconds = (value: number): string => `${value.toFixed(1)} ms`;
export const megabytes = (value: number): string => `${Math.round(value / 1024 / 1024)} MB`;
export const countOf = (value: number): string => value.toLocaleString('en');

/** The value at or below which the given percentage of the values lies; 0 if there are none. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const index = Math.min(sorted.length - 1, Math.ceil((percent / 100) * sorted.length) - 1);
  return sorted[Math.max(0, index)] ?? 0;
}
