import { makeRunFolder } from './run-folder.ts';
import { startTestPostgres } from './test-postgres.ts';

/**
 * Starts the PostgreSQL server of a test run, before all tests. To use a running server instead, set TEST_POSTGRES_URL
 * to a superuser's URL. TEST_RUN_DIR is a folder that the tests of this run share. It also contains their temporary
 * files.
 */
export default async function startPostgres(): Promise<void> {
  const folder = await makeRunFolder();
  Object.assign(process.env, { TEST_RUN_DIR: folder, TMPDIR: folder });
  await startTestPostgres(process.env);
}
