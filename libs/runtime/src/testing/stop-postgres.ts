import { rm } from 'node:fs/promises';

import { stopTestPostgres } from './test-postgres.ts';

/** Stops the server that start-postgres.ts started and removes all its files. */
export default async function stopPostgres(): Promise<void> {
  await stopTestPostgres(process.env);
  const { TEST_RUN_DIR: runDir } = process.env;
  if (runDir) await rm(runDir, { recursive: true });
}
