import { join } from 'node:path';

import { SERVICES } from '@output-review/contracts';

import { allOrError } from '../daemons/daemon.ts';
import { killByRunFile, namesIn, runningIn, stopByRunFile } from '../daemons/run-file.ts';
import { runDirOf } from './stack-file.ts';

/**
 * Stops everything that runs in a data folder, whichever process started it: the gateways first, then the other
 * services, then the servers. The data stays.
 *
 * @returns the names of what was running
 */
export async function stopStack(dataDir: string): Promise<string[]> {
  const runDir = runDirOf(dataDir);
  const running = await runningIn(runDir);
  const names = await namesIn(runDir);
  for (const rank of [0, 1, 2]) {
    await allOrError(
      names
        .filter((name) => stopRank(name) === rank)
        .map((name) => stopByRunFile(join(runDir, `${name}.json`))),
    );
  }
  return running;
}

/** Kills everything that runs in a data folder. */
export async function killStack(dataDir: string): Promise<void> {
  const runDir = runDirOf(dataDir);
  const names = await namesIn(runDir);
  await allOrError(names.map((name) => killByRunFile(join(runDir, `${name}.json`))));
}

function stopRank(daemon: string): 0 | 1 | 2 {
  const name = daemon.replace(/-\d+$/, '');
  if (name === 'gateway') return 0;
  return SERVICES.some((service) => service === name) ? 1 : 2;
}
