/** One line of the bench: what was measured, beside the limit that it is held against. */
export interface Measurement {
  readonly measure: string;
  readonly ours: string;
  readonly goal: string;
  readonly isReached: boolean;
}

/** Prints measurements as a Markdown table, ready for the docs. */
export function formatReport(measurements: readonly Measurement[]): string {
  const rows = measurements.map(
    ({ measure, ours, goal, isReached }) =>
      `| ${measure} | ${ours} | ${goal} | ${isReached ? 'reached' : 'not reached'} |`,
  );
  return ['| Measure | Ours | Goal | |', '|---|---|---|---|', ...rows].join('\n');
}

export const perSecond = (value: number): string => `${Math.round(value).toLocaleString('en')}/s`;
export const milliseconds = (value: number): string => `${value.toFixed(1)} ms`;
export const megabytes = (value: number): string => `${Math.round(value / 1024 / 1024)} MB`;
