import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { runDashboardBench } from './run-dashboard-bench.ts';

const { values } = parseArgs({ options: { outputs: { type: 'string', default: '10000' } } });

const folder = await mkdtemp(join(tmpdir(), 'output-review-dashboard-bench-'));
try {
  process.stdout.write(
    `Node ${process.version}, ${cpus().length} cores, service and browser on the same cores\n\n`,
  );
  const isReached = await runDashboardBench({
    folder,
    outputs: Number(values.outputs),
    print: (line) => process.stdout.write(`${line}\n`),
  });
  process.exitCode = isReached ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
