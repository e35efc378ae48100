import type { SqlClient } from '@output-review/runtime';

/** Ends the time of all attempts: for a process that is alone on the database, so that nobody is at one. */
export async function endLeases(client: SqlClient): Promise<void> {
  await client.query(
    `UPDATE file_reservations SET lease_until = clock_timestamp()
     WHERE lease_until > clock_timestamp()`,
  );
}
