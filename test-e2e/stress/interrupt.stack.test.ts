import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { identityOf } from '@output-review/embedded-postgres';
import { killStack } from '@output-review/native';
import { eventually } from '@output-review/runtime/testing';

const MAIN = fileURLToPath(new URL('../dist/stress/main.js', import.meta.url));

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'output-review-interrupt-'));
});

afterEach(async () => {
  for (const name of await readdir(folder)) await killStack(join(folder, name));
  await rm(folder, { recursive: true });
}, 60_000);

interface Daemon {
  readonly pid: number;
  readonly identity: string;
}

/** The processes that the run has started so far. */
async function findDaemons(): Promise<Map<string, Daemon>> {
  const [name = 'none'] = await readdir(folder);
  const runDir = join(folder, name, 'run');
  const files = await readdir(runDir).catch(() => []);
  const found = files.map(async (file) => {
    const run = JSON.parse(await readFile(join(runDir, file), 'utf8')) as Daemon;
    return [file, run] as const;
  });
  return new Map(await Promise.all(found));
}

const runs = async ({ pid, identity }: Daemon): Promise<boolean> =>
  (await identityOf(pid)) === identity;

test('Ctrl-C during submissions leaves no process and no data behind', async () => {
  const options = ['--outputs', '100000', '--rate', '20', '--kill', '--seed', '1'];
  const child = spawn(process.execPath, [MAIN, ...options], {
    env: { ...process.env, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part: string) => (said += part));
  }
  await eventually(() => expect(said).toContain('submitting'), 200_000);
  const daemons = await findDaemons();
  expect(daemons.size).toBe(9);

  child.kill('SIGINT');

  const [code] = (await ended) as [number | null];
  expect({ code, said }).toMatchObject({ code: 1, said: expect.stringContaining('Interrupted.') });
  expect(await readdir(folder)).toEqual([]);
  const left = await Promise.all([...daemons.values()].map(runs));
  expect(left).not.toContain(true);
}, 300_000);
