import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { runDeliveriesBench } from './run-deliveries-bench.ts';

const { values } = parseArgs({
  options: {
    deliveries: { type: 'string', default: '10000' },
    destinations: { type: 'string', default: '50' },
    dead: { type: 'string', default: '5' },
  },
});

const folder = await mkdtemp(join(tmpdir(), 'output-review-deliveries-bench-'));
try {
  process.stdout.write(
    `Node ${process.version}, ${cpus().length} cores, receivers on the same cores\n\n`,
  );
  const isAsFast = await runDeliveriesBench({
    folder,
    deliveries: Number(values.deliveries),
    destinations: Number(values.destinations),
    dead: Number(values.dead),
    print: (line) => process.stdout.write(`${line}\n`),
  });
  process.exitCode = isAsFast ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
