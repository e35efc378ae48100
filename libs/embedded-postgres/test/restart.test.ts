import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { ask, isRunning, makeDataDir } from './data-dir.ts';

// Shared by the tests that need no folder of their own. Tests that stop it come last.
let shared: Awaited<ReturnType<typeof makeDataDir>>;
let server: Awaited<ReturnType<typeof shared.start>>;

beforeAll(async () => {
  shared = await makeDataDir();
  server = await shared.start();
});

afterAll(() => shared[Symbol.asyncDispose]());

test('a restarted server has the same data and password, and only its owner can read the password file', async () => {
  await using folder = await makeDataDir();
  const first = await folder.start({ isDurable: true });
  await ask(first, 'CREATE TABLE kept AS SELECT 42 AS answer');
  await first.stop();

  const second = await folder.start({ isDurable: true });

  expect(await ask(second, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  expect(second.password).toBe(first.password);
  expect(await isRunning(first.pid)).toBe(false);
  const { mode } = await stat(join(folder.dataDir, 'superuser-password'));
  expect(mode & 0o777).toBe(0o600);
});

test('a server has the settings for durability only if it is durable', async () => {
  await using folder = await makeDataDir();
  const durable = await folder.start({ isDurable: true, settings: { work_mem: '9MB' } });

  const promises = await Promise.all([durable, server].map((each) => ask(each, PROMISES)));

  expect(promises).toEqual([
    [{ ...LOCAL, fsync: 'on', commit: 'on', pages: 'on', work: '9MB' }],
    [{ ...LOCAL, fsync: 'off', commit: 'off', pages: 'off', work: '8MB' }],
  ]);
});

const PROMISES = `SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit,
  current_setting('full_page_writes') AS pages, current_setting('work_mem') AS work,
  current_setting('listen_addresses') AS addresses`;

// Never reachable from other machines.
const LOCAL = { addresses: '127.0.0.1' };

test('requires the password on the port and on the socket', async () => {
  for (const host of [server.host, server.socketDir ?? '']) {
    const { port, password } = server;
    expect(await ask({ host, port, password }, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await expect(ask({ host, port, password: 'guess' }, 'SELECT 1')).rejects.toMatchObject({
      code: '28P01',
    });
  }
});

test('uses the port alone if the path of the folder is too long for a socket', async () => {
  await using folder = await makeDataDir();
  const dataDir = join(folder.dataDir, 'long'.repeat(25));

  const server = await folder.start({ dataDir });

  expect(server.socketDir).toBeNull();
  expect(await ask(server, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('refuses a second start with the PID of the first, which keeps running', async () => {
  await expect(shared.start()).rejects.toMatchObject({
    name: 'DataDirInUseError',
    pid: process.pid,
  });

  expect(await ask(server, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('a stop does not wait for open connections but closes them', async () => {
  const sleeper = ask(server, 'SELECT pg_sleep(600)');
  const cut = expect(sleeper).rejects.toThrow();

  await server.stop();
  await cut;

  expect(await isRunning(server.pid)).toBe(false);
});

test('deletes what a killed initdb left', async () => {
  await using folder = await makeDataDir();
  const unfinished = join(folder.dataDir, 'making-cluster-abc123', 'cluster');
  await mkdir(unfinished, { recursive: true });
  await writeFile(join(unfinished, 'PG_VERSION'), '18\n');

  const server = await folder.start();

  expect(await ask(server, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  expect((await readdir(folder.dataDir)).sort()).toEqual(['cluster', 'lock', 'superuser-password']);
});

test('starts even if another process has reused the PID in the PID file', async () => {
  await server.stop();
  const clusterDir = join(shared.dataDir, 'cluster');
  const { uid, gid } = await stat(clusterDir);
  const stranger = spawn('/bin/sh', ['-c', 'read -r _'], { cwd: '/', uid, gid });
  const pidFile = `${stranger.pid ?? 0}\n${clusterDir}\n1700000000\n5432\n\n127.0.0.1\n\nready   \n`;
  await writeFile(join(clusterDir, 'postmaster.pid'), pidFile);

  const second = await shared.start();

  expect(await ask(second, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  expect(await isRunning(stranger.pid ?? 0)).toBe(true);
  stranger.stdin.end();
  await once(stranger, 'exit');
});
