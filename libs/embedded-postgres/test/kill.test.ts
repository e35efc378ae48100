import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { expect, test } from '@jest/globals';

import { eventually } from '../../runtime/src/testing/eventually.ts';
import { ask, isRunning, makeDataDir } from './data-dir.ts';

test('restarts a killed server on its port and with its data', async () => {
  await using folder = await makeDataDir();
  const server = await folder.start({ isDurable: true });
  await ask(server, 'CREATE TABLE kept AS SELECT 42 AS answer');
  const killed = server.pid;

  process.kill(killed, 'SIGKILL');

  await eventually(async () => {
    expect(server.pid).not.toBe(killed);
    expect(await ask(server, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  }, 20_000);
});

test('stops the server when its owner is killed, and the next start has the data', async () => {
  await using folder = await makeDataDir();
  const owner = await startOwner(folder.dataDir);
  await ask(owner, 'CREATE TABLE kept AS SELECT 42 AS answer');

  await owner.kill();

  await eventually(async () => expect(await isRunning(owner.pid)).toBe(false), 20_000);
  const next = await folder.start({ isDurable: true });
  expect(await ask(next, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
});

test('the next start stops a server that outlives its owner', async () => {
  await using folder = await makeDataDir();
  const owner = await startOwner(folder.dataDir);
  await ask(owner, 'CREATE TABLE kept AS SELECT 42 AS answer');

  for (const pid of await watchdogsOf(owner)) process.kill(pid, 'SIGKILL');
  await owner.kill();
  expect(await isRunning(owner.pid)).toBe(true);
  const next = await folder.start({ isDurable: true });

  expect(await isRunning(owner.pid)).toBe(false);
  expect(await ask(next, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  const files = await readdir(join(folder.dataDir, 'cluster'));
  const socket = `.s.PGSQL.${next.port}`;
  expect(files.filter((name) => name.startsWith('.s.'))).toEqual([socket, `${socket}.lock`]);
});

test('tells a second process the PID of the one that uses the folder', async () => {
  await using folder = await makeDataDir();
  const owner = await startOwner(folder.dataDir);

  await expect(folder.start()).rejects.toThrow(`in use by the running process ${owner.ownerPid}`);

  expect(await ask(owner, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await owner.kill();
  await eventually(async () => expect(await isRunning(owner.pid)).toBe(false), 20_000);
});

interface ServerOfOwner {
  readonly port: number;
  readonly password: string;
  readonly pid: number;
}

async function startOwner(dataDir: string) {
  const loader = fileURLToPath(new URL('../../../test-runner/run-source.js', import.meta.url));
  const program = fileURLToPath(new URL('./owner.ts', import.meta.url));
  const owner = spawn(process.execPath, ['--import', loader, program, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(owner.stdout, 'data')) as [Buffer];
  const server = JSON.parse(line.toString()) as ServerOfOwner;
  const kill = async () => {
    owner.kill('SIGKILL');
    await once(owner, 'exit');
  };
  return { ...server, ownerPid: owner.pid ?? 0, kill };
}

async function watchdogsOf(owner: { ownerPid: number; pid: number }): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-axo', 'pid=,ppid=']);
  const children = stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([pid, parent]) => parent === owner.ownerPid && pid !== owner.pid)
    .map(([pid]) => pid ?? 0);
  expect(children).toHaveLength(1);
  return children;
}
