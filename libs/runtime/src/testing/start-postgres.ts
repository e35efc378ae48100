import { makeRunFolder } from './run-folder.ts';
import { startTestPostgres } from './test-postgres.ts';

/**
 * Starts the one PostgreSQL of a test run, before all tests. TEST_POSTGRES_URL, the URL of a
 * superuser, says to use a server that runs already. TEST_RUN_DIR is a folder for what the tests of
 * this run share; their temporary files are in it too.
 */
export default async function startPostgres(): Promise<void> {
  const folder = await makeRunFolder();
  Object.assign(process.env, { TEST_RUN_DIR: folder, TMPDIR: folder });
  await startTestPostgres(process.env);
}
