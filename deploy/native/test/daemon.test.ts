import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { eventually } from '@output-review/runtime/testing';

import { startDaemon } from '../src/daemons/daemon.ts';
import { DataFolder } from '../src/daemons/data-folder.ts';

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'output-review-daemon-'));
});

afterEach(async () => {
  for (const pid of await processesNaming(dataDir)) process.kill(pid, 'SIGKILL');
  await rm(dataDir, { recursive: true });
});

/** The processes with a text in their arguments. */
async function processesNaming(text: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = pids.map(async (pid) => {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return command.includes(text) ? [Number(pid)] : [];
  });
  return (await Promise.all(found)).flat();
}

test('a daemon whose run file cannot be written is stopped, because nothing else could stop it', async () => {
  const folder = await DataFolder.open(dataDir);
  // A folder in place of the run file makes writing fail.
  await mkdir(folder.runFileOf('server'), { recursive: true });

  const starting = startDaemon({
    name: 'server',
    folder,
    command: '/bin/sh',
    args: ['-c', 'sleep 600; exit', dataDir],
    stop: { signal: 'SIGTERM', withinMs: 10_000 },
    isReady: () => Promise.resolve(true),
    readyWithinMs: 30_000,
  });

  await expect(starting).rejects.toMatchObject({ code: 'EISDIR' });
  // The shell’s own child is killed with it, but may end a moment later.
  await eventually(async () => expect(await processesNaming(dataDir)).toEqual([]));
});
