import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { runMediaBench } from './run-media-bench.ts';

const MB = 1024 * 1024;

const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '50' },
    megabytes: { type: 'string', default: '32' },
    // All urls of a submission have ten seconds: what a machine fetches in that time, all together.
    'url-megabytes': { type: 'string', default: '4' },
  },
});
const files = Number(values.files);

const folder = await mkdtemp(join(tmpdir(), 'output-review-media-bench-'));
try {
  process.stdout.write(
    `Node ${process.version}, ${cpus().length} cores, whoever puts and reads on the same cores\n\n`,
  );
  const isFlat = await runMediaBench({
    folder,
    uploads: { files, bytesEach: Number(values.megabytes) * MB },
    urls: { files, bytesEach: Number(values['url-megabytes']) * MB },
    print: (line) => process.stdout.write(`${line}\n`),
  });
  process.exitCode = isFlat ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
