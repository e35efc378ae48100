import type { SqlClient } from '@output-review/runtime';

// Long enough for whoever repeats a request whose gateway was killed to get the same id.
const REMOVE_DEAD = `
  DELETE FROM file_reservations WHERE lease_until <= clock_timestamp() - interval '1 hour'`;

/** Removes what killed gateways left, and nobody asked for again. */
export async function removeDeadReservations(client: SqlClient): Promise<void> {
  await client.query(REMOVE_DEAD);
}
