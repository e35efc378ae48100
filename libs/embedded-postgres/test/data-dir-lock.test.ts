import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from '@jest/globals';

import { acquireDataDirLock, DataDirInUseError } from '../src/data-dir-lock.ts';
import { identityOf } from '../src/process-identity.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'output-review-test-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

async function leaveClaim(name: string): Promise<void> {
  await mkdir(join(dataDir, 'lock'), { recursive: true });
  await writeFile(join(dataDir, 'lock', name), '');
}

test('locks a folder for one holder at a time, and again after a release', async () => {
  const first = await acquireDataDirLock(dataDir);

  await expect(acquireDataDirLock(dataDir)).rejects.toThrow(DataDirInUseError);
  await first.release();
  const second = await acquireDataDirLock(dataDir);

  await second.release();
  expect(await readdir(join(dataDir, 'lock'))).toEqual([]);
});

test('grants concurrent attempts at most one lock', async () => {
  const tries = await Promise.allSettled(
    Array.from({ length: 20 }, () => acquireDataDirLock(dataDir)),
  );

  const winners = tries.filter(({ status }) => status === 'fulfilled');
  expect(winners.length).toBeLessThanOrEqual(1);
});

test('a live process keeps its claim until it dies', async () => {
  const holder = spawn('/bin/sh', ['-c', 'read -r _']);
  const pid = holder.pid ?? 0;
  await leaveClaim(`${pid}.${String(await identityOf(pid))}.0a`);

  await expect(acquireDataDirLock(dataDir)).rejects.toMatchObject({ pid });
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  const lock = await acquireDataDirLock(dataDir);

  await lock.release();
});

test('ignores the claim of a dead process whose PID was reused', async () => {
  await leaveClaim(`${process.pid}.another-start.0a`);
  await leaveClaim('not-a-claim');

  const lock = await acquireDataDirLock(dataDir);

  expect(await readdir(join(dataDir, 'lock'))).toHaveLength(1);
  await lock.release();
});
