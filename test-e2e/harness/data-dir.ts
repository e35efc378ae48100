import { execFile } from 'node:child_process';
import { access, appendFile, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { readEmbeddedConfig, startEmbedded } from '@output-review/embedded';
import { silentLog } from '@output-review/runtime/testing';

/** The first admin and token of systems that tests start. */
export const ADMIN = {
  BOOTSTRAP_EMAIL: 'admin@example.com',
  BOOTSTRAP_PASSWORD: 'correct horse battery',
  BOOTSTRAP_TOKEN: `wh-${'test'.repeat(11)}`,
} as const;

/**
 * A data folder as a first start with {@link ADMIN} leaves it, copied from one that is made once in a
 * run: that saves `initdb` and all migrations. Where nobody has said which run it is, the folder is
 * empty, and the start makes all of it.
 */
export async function makeDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'output-review-e2e-'));
  const { TEST_RUN_DIR: runDir } = process.env;
  if (runDir) {
    const started = await keepStarted(runDir);
    await promisify(execFile)('cp', ['-a', `${started}/.`, dataDir]);
  }
  return dataDir;
}

async function keepStarted(runDir: string): Promise<string> {
  const kept = join(runDir, 'started');
  if (await exists(kept)) return kept;
  const draft = await mkdtemp(join(runDir, 'starting-'));
  await startOnce(draft);
  // Two workers may have made one each: the second finds that of the first.
  await rename(draft, kept).catch(async (error: unknown) => {
    if (!(await exists(kept))) throw error;
    await rm(draft, { recursive: true });
  });
  return kept;
}

async function startOnce(dataDir: string): Promise<void> {
  const config = readEmbeddedConfig({ PORT: '0', DATA_DIR: dataDir, ...ADMIN });
  const embedded = await startEmbedded(config, silentLog);
  await embedded.stop();
  // Tests kill processes, and cut no power: what a commit has handed to the kernel is there afterwards. A page of
  // which a killed process had written half is not whole: full_page_writes stays on.
  const settings = join(dataDir, 'postgres', 'cluster', 'postgresql.auto.conf');
  await appendFile(settings, 'fsync = off\nplan_cache_mode = force_generic_plan\n');
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
