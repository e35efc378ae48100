import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';

import { sampleSubmissions } from '../../harness/texts.ts';
import { type Bench, runBench } from '../frame/bench.ts';
import type { CapacityFigures } from './estimate.pure.ts';
import { CapacityMeasurement } from './measure.ts';
import { startEmbedded, startStack } from './systems.ts';
import { describeCapacity } from './tables.ts';

const FILE = fileURLToPath(new URL('../../../../docs/capacity.json', import.meta.url));
const PER_DAY = '10000,1000000,30000000';

// Measures the cost of an output at several rates, embedded and on the stack, or reads saved figures. Prints the
// resources needed for given numbers of outputs per day.
await runBench({
  options: {
    outputs: { type: 'string', default: '' },
    keep: { type: 'boolean', default: false },
    kept: { type: 'boolean', default: false },
    'per-day': { type: 'string', default: PER_DAY },
  },
  beside: 'load generator on the same cores',
  run: async (bench, values) => {
    const figures = values.kept ? await readKept() : await measureBoth(bench, values.outputs);
    if (values.keep) await writeFile(FILE, `${JSON.stringify(figures, null, 2)}\n`);
    bench.print(describeCapacity(figures, values['per-day'].split(',').map(Number)));
    return true;
  },
});

async function readKept(): Promise<CapacityFigures[]> {
  return JSON.parse(await readFile(FILE, 'utf8')) as CapacityFigures[];
}

async function measureBoth(bench: Bench, outputs: string): Promise<CapacityFigures[]> {
  const samples = sampleSubmissions(outputs || null);
  const at = new Date().toISOString().slice(0, 10);
  const on = `Node ${process.version}, ${cpus().length} cores`;
  const figures: CapacityFigures[] = [];
  for (const [system, start] of [
    ['embedded', startEmbedded],
    ['stack', startStack],
  ] as const) {
    const measured = await new CapacityMeasurement(await start(bench), samples).run();
    figures.push({ system, at, on, ...measured });
    await bench.stopAll();
  }
  return figures;
}
