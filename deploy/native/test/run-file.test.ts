import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { identityOf } from '@output-review/embedded-postgres';
import { afterEach, beforeEach, expect, test } from '@jest/globals';

import { killByRunFile, runningIn, stopByRunFile, writeRunFile } from '../src/daemons/run-file.ts';

const STOP = { signal: 'SIGTERM', withinMs: 200 } as const;

let folder: string;
let file: string;
let child: ChildProcess | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'output-review-run-'));
  file = join(folder, 'server.json');
});

afterEach(async () => {
  child?.kill('SIGKILL');
  await rm(folder, { recursive: true });
});

/** Starts a shell script and waits for its first line of output. */
async function start(script: string): Promise<{ pid: number; line: string }> {
  const started = spawn('/bin/sh', ['-c', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  child = started;
  const [line] = (await once(createInterface({ input: started.stdout }), 'line')) as [string];
  return { pid: started.pid ?? 0, line };
}

const isGone = async (pid: number): Promise<boolean> => (await identityOf(pid)) === undefined;

test('stops the recorded process and removes the run file', async () => {
  const { pid } = await start('echo ready; exec sleep 600');
  await writeRunFile(file, { pid, identity: (await identityOf(pid)) ?? '', stop: STOP });
  expect(await runningIn(folder)).toEqual(['server']);

  await stopByRunFile(file);

  expect(await isGone(pid)).toBe(true);
  expect(await readdir(folder)).toEqual([]);
});

test.each([
  ['stopped', stopByRunFile],
  ['killed', killByRunFile],
])('a process that reuses the PID of the recorded one is not %s', async (_, end) => {
  const { pid } = await start('echo ready; exec sleep 600');
  await writeRunFile(file, { pid, identity: 'of-another-time', stop: STOP });
  expect(await runningIn(folder)).toEqual([]);

  await end(file);

  expect(await isGone(pid)).toBe(false);
  expect(await readdir(folder)).toEqual([]);
});

test('kills a process that does not stop in time', async () => {
  const { pid } = await start('trap "" TERM; echo ready; while :; do sleep 600; done');
  await writeRunFile(file, { pid, identity: (await identityOf(pid)) ?? '', stop: STOP });

  await stopByRunFile(file);

  expect(await isGone(pid)).toBe(true);
});

test('a kill includes all descendants of the process', async () => {
  const { pid, line } = await start('sleep 600 & echo $!; wait');
  await writeRunFile(file, { pid, identity: (await identityOf(pid)) ?? '', stop: STOP });

  await killByRunFile(file);

  expect([await isGone(pid), await isGone(Number(line))]).toEqual([true, true]);
});

test('a missing run file counts as stopped', async () => {
  await expect(stopByRunFile(file)).resolves.toBeUndefined();
});
