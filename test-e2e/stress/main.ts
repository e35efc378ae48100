import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { formatResult } from './format-result.ts';
import { runStress } from './run-stress.ts';

const USAGE = `npm run stress -- [options]

Starts a separate stack, submits outputs, decides some, and checks that none was lost, duplicated or
wrongly passed. Exits with 1 if a guarantee was violated.

  --outputs N   number of outputs (10000)
  --rate N      submissions per second (80)
  --kill        kill -9 each service, Kafka, PostgreSQL, Redis and the S3 store during the run
  --times N     number of kills of each (2)
  --seed N      seed for the times of the kills (today's date)
  --texts FILE  JSON lines with texts to submit (generated)
  --keep        keep the data and the logs

Ctrl-C stops everything it has started.`;

const { values } = parseArgs({
  options: {
    outputs: { type: 'string', default: '10000' },
    rate: { type: 'string', default: '80' },
    kill: { type: 'boolean', default: false },
    times: { type: 'string', default: '2' },
    seed: { type: 'string', default: new Date().toISOString().slice(0, 10).replaceAll('-', '') },
    texts: { type: 'string' },
    keep: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  // npm forwards a Ctrl-C that this process has received too, so a second one has no meaning.
  process.on(signal, () =>
    stopping.abort(new Error('Interrupted. Everything that was started has been stopped.')),
  );
}

if (values.help) console.log(USAGE);
else await main();

async function main(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'output-review-stress-'));
  let isKept = values.keep;
  try {
    console.log(`seed ${values.seed}, data and logs in ${dataDir}`);
    const result = await runStress({
      dataDir,
      outputs: positive('outputs', values.outputs),
      ratePerSecond: positive('rate', values.rate),
      kills: values.kill ? positive('times', values.times) : 0,
      seed: positive('seed', values.seed),
      textsFile: values.texts ?? null,
      signal: stopping.signal,
      print: (line) => console.log(line),
    });
    console.log(`\n${formatResult(result)}`);
    if (result.violations.length > 0) {
      process.exitCode = 1;
      isKept = true;
    }
  } catch (error) {
    if (!(error instanceof Error) || error !== stopping.signal.reason) throw error;
    console.error(error.message);
    process.exitCode = 1;
  } finally {
    if (isKept) console.log(`Data and logs were kept in ${dataDir}`);
    else await rm(dataDir, { recursive: true, force: true });
  }
  // A stopped Kafka consumer may keep the process alive for some seconds.
  process.exit();
}

function positive(name: string, text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw new Error(`--${name} must be a whole number above 0`);
}
