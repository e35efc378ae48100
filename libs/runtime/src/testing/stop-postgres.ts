import { rm } from 'node:fs/promises';

import { stopTestPostgres } from './test-postgres.ts';

/** Stops what start-postgres.ts has started and leaves nothing of it behind. */
export default async function stopPostgres(): Promise<void> {
  await stopTestPostgres(process.env);
  const { TEST_RUN_DIR: runDir } = process.env;
  if (runDir) await rm(runDir, { recursive: true });
}
