import type { SqlClient } from '@output-review/runtime';

/** Writes down in a transaction that the store is to lose these objects. */
export async function doom(tx: SqlClient, objectKeys: readonly string[], at: Date): Promise<void> {
  if (objectKeys.length > 0) await tx.query(DOOM, [objectKeys, at]);
}

const DOOM = `
INSERT INTO doomed_objects (object_key, doomed_at)
SELECT object_key, $2 FROM unnest($1::text[]) AS doomed (object_key) ORDER BY object_key
ON CONFLICT DO NOTHING`;
