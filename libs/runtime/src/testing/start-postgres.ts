import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startTestPostgres } from './test-postgres.ts';

/**
 * Starts the one PostgreSQL of a test run, before all tests. TEST_POSTGRES_URL, the URL of a
 * superuser, says to use a server that runs already. TEST_RUN_DIR is a folder for what the tests of
 * this run share.
 */
export default async function startPostgres(): Promise<void> {
  await startTestPostgres(process.env);
  process.env['TEST_RUN_DIR'] = await mkdtemp(join(tmpdir(), 'output-review-run-'));
}
