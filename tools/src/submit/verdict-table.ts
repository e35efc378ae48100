/** The result of one output, as far as it is known. */
export interface Ending {
  readonly status: string;
  readonly verdict: string | null;
  /** The decision of a person, if any. */
  readonly decision?: string;
}

/** Formats the counts by status and verdict as a table for a terminal. */
export function formatVerdictTable(endings: Iterable<Ending>): string {
  const counts = new Map<string, number>();
  let total = 0;
  for (const { status, verdict } of endings) {
    const name = `${status.padEnd(10)}${(verdict ?? '-').padEnd(10)}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
    total += 1;
  }
  const rows = [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([name, count]) => row(name, count));
  return [
    row(`${'status'.padEnd(10)}${'verdict'.padEnd(10)}`, 'outputs'),
    ...rows,
    total === 0 ? '' : row('total'.padEnd(20), total),
  ]
    .filter((line) => line !== '')
    .join('\n');
}

function row(name: string, count: number | string): string {
  return `${name}${String(count).padStart(9)}`;
}
