import { startTestPostgres } from './test-postgres.ts';

/**
 * Starts the one PostgreSQL of a test run, before all tests. TEST_POSTGRES_URL, the URL of a
 * superuser, says to use a server that runs already.
 */
export default async function startPostgres(): Promise<void> {
  await startTestPostgres(process.env);
}
