import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { eventually } from '@output-review/runtime/testing';

import { killStack, readStackFile } from '../src/index.ts';

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'output-review-commands-'));
});

afterEach(async () => {
  await killStack(dataDir);
  await rm(dataDir, { recursive: true });
}, 60_000);

interface Ending {
  readonly code: number | null;
  readonly output: string;
}

function begin(command: 'up' | 'down'): { child: ChildProcess; ended: Promise<Ending> } {
  const child = spawn(process.execPath, [MAIN, command, '--dir', dataDir], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = Promise.all([text(child.stdout), text(child.stderr)]).then((all) => all.join(''));
  const ended = once(child, 'close').then(async ([code]) => ({
    code: code as number | null,
    output: await output,
  }));
  return { child, ended };
}

const run = (command: 'up' | 'down'): Promise<Ending> => begin(command).ended;

test('the stack outlives its command, is found by the next one, and can be stopped by another', async () => {
  const first = await run('up');
  const [, ready = '{}'] = /^ready (.*)\n$/m.exec(first.output) ?? [];
  const { url } = JSON.parse(ready) as { url: string };
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  await expectSecretsToBePrivate(first.output);

  const again = await run('up');
  expect(again).toMatchObject({
    code: 0,
    output: expect.stringContaining('The stack is already running'),
  });
  expect(again.output).toContain(`ready ${ready}`);

  const stopped = await run('down');
  expect(stopped.output.trim().split(/: |, /)).toEqual([
    'Stopped',
    ...['evaluator-1', 'gateway-1', 'instructions-1', 'kafka-1', 'media-1'],
    ...['postgres', 'redis', 'review-1', 'versitygw'],
  ]);
  await expect(fetch(`${url}/readyz`)).rejects.toThrow('fetch failed');
  expect(await run('down')).toEqual({ code: 0, output: 'Nothing is running.\n' });
}, 300_000);

test.each([
  ['servers', 'postgres.json'],
  ['services', 'review-1.json'],
])(
  'Ctrl-C while the %s start leaves nothing running',
  async (_, started) => {
    const { child, ended } = begin('up');
    const hasBegun = eventually(async () => {
      expect(await readdir(join(dataDir, 'run'))).toContain(started);
    }, 200_000);
    await Promise.race([hasBegun, ended]);
    child.kill('SIGINT');

    const { code, output } = await ended;

    expect({ code, output }).toMatchObject({
      code: 1,
      output: expect.stringContaining('Interrupted'),
    });
    expect(await readdir(join(dataDir, 'run'))).toEqual([]);
  },
  300_000,
);

/** Readable only by the owner, and never printed. */
async function expectSecretsToBePrivate(output: string): Promise<void> {
  const secrets = (await readdir(join(dataDir, 'secrets'))).map((name) => join('secrets', name));
  for (const name of ['stack.json', ...secrets]) {
    expect([name, (await stat(join(dataDir, name))).mode & 0o777]).toEqual([name, 0o600]);
  }
  const stack = await readStackFile(dataDir);
  for (const secret of [stack?.password, stack?.token]) {
    expect(secret).toMatch(/.{8}/);
    expect(output).not.toContain(secret);
  }
}
