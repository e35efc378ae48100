import type { SqlClient } from '@output-review/runtime';

const TAKE = `
  WITH old AS (DELETE FROM slack_requests WHERE at < $3)
  INSERT INTO slack_requests (signature, at) VALUES ($1, $2) ON CONFLICT DO NOTHING`;

// Older ones are refused for their age.
const KEPT_MS = 15 * 60_000;

/** Takes a request once, by its signature. @returns false where it came before. */
export async function takeOnce(db: SqlClient, signature: string, at: Date): Promise<boolean> {
  const before = new Date(at.getTime() - KEPT_MS);
  const { rowCount } = await db.query(TAKE, [signature, at, before]);
  return rowCount === 1;
}
