import { stopTestPostgres } from './test-postgres.ts';

/** Stops what start-postgres.ts has started and leaves nothing of it behind. */
export default async function stopPostgres(): Promise<void> {
  await stopTestPostgres(process.env);
}
