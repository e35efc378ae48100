import { createHash } from 'node:crypto';

import { type Database, newId, RATE_WINDOW_MS } from '@output-review/runtime';

// By the locks, those who count the same wait for each other; in one order, so that none wait in a ring.
const LOCK = `SELECT pg_advisory_xact_lock(lock) FROM (
  SELECT DISTINCT hashtextextended(key, 0) AS lock FROM unnest($1::text[]) key ORDER BY 1) locks`;

const BEGIN = `
WITH lanes AS (SELECT * FROM unnest($2::text[], $3::int[]) AS lane (key, most)),
live AS (
  SELECT lanes.key, lanes.most, count(tries.id) AS tries
  FROM lanes LEFT JOIN sign_in_tries tries ON tries.key = lanes.key
    AND tries.at > clock_timestamp() - $4 * interval '1 millisecond'
  GROUP BY lanes.key, lanes.most)
INSERT INTO sign_in_tries (id, key, at)
SELECT $1, key, clock_timestamp() FROM lanes
WHERE NOT EXISTS (SELECT FROM live WHERE tries >= most)
RETURNING key`;

/**
 * Counts tries of passwords in PostgreSQL, on which all gateways agree: exact under tries at once, and
 * neither a restart nor a lost Redis makes room for more.
 */
export function makeSignInTries(database: Database) {
  return {
    /** @returns the id of the try, which counts from now on; null where a lane is full. */
    begin: (
      lanes: readonly { readonly key: string; readonly most: number }[],
    ): Promise<string | null> =>
      database.transaction(async (tx) => {
        const id = newId();
        const keys = lanes.map(({ key }) => hash(key));
        await tx.query(LOCK, [keys]);
        const most = lanes.map((lane) => lane.most);
        const { rows } = await tx.query(BEGIN, [id, keys, most, RATE_WINDOW_MS]);
        return rows.length > 0 ? id : null;
      }),
    forget: async (id: string): Promise<void> => {
      await database.query('DELETE FROM sign_in_tries WHERE id = $1', [id]);
    },
  };
}

/** What strangers type is not kept. */
function hash(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
