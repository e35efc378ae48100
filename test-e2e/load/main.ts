import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { runBench } from './run-bench.ts';

const { values } = parseArgs({
  options: {
    outputs: { type: 'string' },
    seconds: { type: 'string', default: '60' },
    seeded: { type: 'string', default: '1000000' },
    only: { type: 'string', multiple: true },
  },
});

// Both databases are durable, so they belong on a disk; a temporary folder in memory would flatter.
const folder = await mkdtemp(join(tmpdir(), 'output-review-bench-'));
try {
  process.stdout.write(
    `Node ${process.version}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, load generator on the same cores\n\n`,
  );
  const isAllReached = await runBench({
    folder,
    outputsFile: values.outputs ?? null,
    durationMs: Number(values.seconds) * 1000,
    seeded: Number(values.seeded),
    only: values.only ?? null,
    print: (line) => process.stdout.write(`${line}\n`),
  });
  process.exitCode = isAllReached ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
