import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { ensurePython } from '../harness/python.ts';
import { startEmbeddedSystem } from '../harness/system.ts';
import { makeSubject } from './subject.ts';

const USAGE = `npm run test:generated -- [options] [-- options of pytest]

Sends requests that Schemathesis generates from the OpenAPI document to a separate service, with every kind of
credential. Fails on any 5xx except a 503 with Retry-After, and on any response that the document does not describe.

  --cases N   number of requests (10000)
  --seed N    seed of the generator (1)`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    cases: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) console.log(USAGE);
else process.exitCode = await main();

async function main(): Promise<number> {
  const python = await ensurePython('generated', join(import.meta.dirname, 'requirements.txt'));
  const folder = await mkdtemp(join(tmpdir(), 'output-review-generated-'));
  const system = await startEmbeddedSystem({
    // Generated URLs point to this machine, to a port without a server.
    ...{ SIGN_UP: 'open', EGRESS_ALLOW_CIDRS: '127.0.0.0/8' },
    // Rate limits would block most requests. Each request comes from a different address.
    ...{ RATE_LIMIT_READS_PER_MINUTE: '0', RATE_LIMIT_WRITES_PER_MINUTE: '0' },
    ...{ RATE_LIMIT_MODEL_CALLS_PER_MINUTE: '0', TRUSTED_PROXY_CIDRS: '127.0.0.0/8' },
  });
  try {
    const subject = join(folder, 'subject.json');
    const { cases, seed } = values;
    const plan = { cases: Number(cases), seed: Number(seed), ...(await makeSubject(system)) };
    await writeFile(subject, JSON.stringify(plan));
    return await runPytest(python, { folder, subject });
  } finally {
    await system.stop();
    await rm(folder, { recursive: true });
  }
}

async function runPytest(
  python: string,
  { folder, subject }: { readonly folder: string; readonly subject: string },
): Promise<number> {
  const options = ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', import.meta.dirname];
  const child = spawn(python, [...options, ...positionals], {
    // The caches of the tools are removed with the folder.
    cwd: folder,
    env: { ...process.env, GENERATED_SUBJECT: subject, PYTHONDONTWRITEBYTECODE: '1' },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}
