import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, mkdtemp, rename, rm } from 'node:fs/promises';
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
 * A data folder in the state after a first start with {@link ADMIN}, copied from one that is created once per test run,
 * which saves `initdb` and all migrations. Without TEST_RUN_DIR the folder is empty and the start creates everything.
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
  if (existsSync(kept)) return kept;
  const draft = await mkdtemp(join(runDir, 'starting-'));
  await startOnce(draft);
  // Two workers may create it concurrently. The second then uses that of the first.
  await rename(draft, kept).catch(async (error: unknown) => {
    if (!existsSync(kept)) throw error;
    await rm(draft, { recursive: true });
  });
  return kept;
}

async function startOnce(dataDir: string): Promise<void> {
  const config = readEmbeddedConfig({ PORT: '0', DATA_DIR: dataDir, ...ADMIN });
  const embedded = await startEmbedded(config, silentLog);
  await embedded.stop();
  // Tests kill processes but do not cut power, so data handed to the kernel at a commit survives. A killed process may
  // leave half-written pages, so full_page_writes stays on.
  const settings = join(dataDir, 'postgres', 'cluster', 'postgresql.auto.conf');
  await appendFile(settings, 'fsync = off\nplan_cache_mode = force_generic_plan\n');
}
