import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { runStatsBench } from './run-stats-bench.ts';

const { values } = parseArgs({ options: { outputs: { type: 'string', default: '1000000' } } });

const folder = await mkdtemp(join(tmpdir(), 'output-review-stats-bench-'));
try {
  process.stdout.write(
    `Node ${process.version}, ${cpus().length} cores, who asks is on the same cores\n\n`,
  );
  const isFastEnough = await runStatsBench({
    folder,
    outputs: Number(values.outputs),
    print: (line) => process.stdout.write(`${line}\n`),
  });
  process.exitCode = isFastEnough ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
