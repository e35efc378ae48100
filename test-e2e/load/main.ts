import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { runQuick } from './quick/run-quick.ts';
import { runBench } from './run-bench.ts';

const { values } = parseArgs({
  options: {
    outputs: { type: 'string' },
    seconds: { type: 'string', default: '60' },
    seeded: { type: 'string', default: '1000000' },
    only: { type: 'string', multiple: true },
    quick: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
  },
});

// Both databases are durable, so they belong on a disk; a temporary folder in memory would flatter.
const folder = await mkdtemp(join(tmpdir(), 'output-review-bench-'));
try {
  process.stdout.write(
    `Node ${process.version}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, load generator on the same cores\n\n`,
  );
  const common = {
    folder,
    outputsFile: values.outputs ?? null,
    print: (line: string) => void process.stdout.write(`${line}\n`),
  };
  const isWell = await (values.quick
    ? runQuick({ ...common, isKept: values.keep })
    : runBench({
        ...common,
        durationMs: Number(values.seconds) * 1000,
        seeded: Number(values.seeded),
        only: values.only ?? null,
      }));
  process.exitCode = isWell ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
