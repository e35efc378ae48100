import { readFile } from 'node:fs/promises';

import { expect, test } from '@jest/globals';

import type { CapacityFigures } from './estimate.pure.ts';
import { describeCapacity } from './tables.ts';

const read = (name: string) => readFile(new URL(`../../../docs/${name}`, import.meta.url), 'utf8');
/** Removes the table padding added by the formatter. */
const bare = (text: string): string =>
  text
    .replaceAll(/ {2,}/g, ' ')
    .replaceAll(/-{3,}/g, '---')
    .replaceAll('| ---', '|---')
    .replaceAll('--- |', '---|');

test('the tables of docs/capacity.md match its figures', async () => {
  const figures = JSON.parse(await read('capacity.json')) as CapacityFigures[];
  const tables = bare(describeCapacity(figures, [10_000, 1_000_000, 30_000_000]));

  const page = bare(await read('capacity.md'));
  for (const part of tables.split('\n\n')) expect(page).toContain(part);
});
