import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { styleText } from 'node:util';

import { formatTable } from '../../frame/report.ts';

/** A value to compare with the same of another run. */
export interface KeptRow {
  readonly name: string;
  readonly value: number;
  readonly better: 'higher' | 'lower';
}

export interface KeptRun {
  readonly at: string;
  /** The environment of the run. Runs are only comparable within the same one. */
  readonly on: string;
  readonly rows: readonly KeptRow[];
}

const FILE = fileURLToPath(new URL('../../../../../docs/performance.json', import.meta.url));
/** Relative to the previous value. */
const WORSE_BY = 0.1;

/** Adds a run to docs/performance.json. */
export async function keep(run: KeptRun): Promise<void> {
  await writeFile(FILE, `${JSON.stringify([...(await readKept()), run], null, 2)}\n`);
}

/** The last saved run with the same machine, Node and texts. */
export async function lastKept(on: string): Promise<KeptRun | null> {
  return (await readKept()).findLast((run) => run.on === on) ?? null;
}

/** Compares two runs in a table. A row is worse if its value is worse by more than a tenth. */
export function compareRuns(
  run: KeptRun,
  before: KeptRun | null,
): { readonly lines: string; readonly isWorse: boolean } {
  if (!before) return { lines: `No run on ${run.on} has been kept.`, isWorse: false };
  const compared = run.rows.flatMap((row) => {
    const former = before.rows.find(({ name }) => name === row.name);
    return former ? [{ row, former, isWorse: isWorse(row, former.value) }] : [];
  });
  const lines = formatTable(
    [`Against ${before.at}, ${run.on}`, 'before', 'now', ''],
    compared.map(({ row, former, ...result }) => [
      ...[row.name, format(former.value), format(row.value)],
      result.isWorse ? RED : '',
    ]),
  );
  return { lines, isWorse: compared.some((one) => one.isWorse) };
}

const RED = styleText('red', 'worse by more than 10 %');

function isWorse({ value, better }: KeptRow, before: number): boolean {
  return better === 'higher' ? value < before * (1 - WORSE_BY) : value > before * (1 + WORSE_BY);
}

const format = (value: number): string => value.toFixed(value < 10 ? 2 : 0);

async function readKept(): Promise<readonly KeptRun[]> {
  return JSON.parse(await readFile(FILE, 'utf8')) as KeptRun[];
}
