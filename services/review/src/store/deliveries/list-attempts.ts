import type { SqlClient } from '@output-review/runtime';

import type { PastAttempt } from '../../use-cases/deliveries/found-delivery.ts';

// Ten are made of each; more come of replays only.
const ATTEMPTS_MAX = 100;

/** The latest attempts of a delivery, oldest first. */
export const makeListAttempts =
  (sql: SqlClient) =>
  async (deliveryId: string): Promise<PastAttempt[]> => {
    const { rows } = await sql.query<PastAttempt>(
      `SELECT at, status, error, latency_ms AS "latencyMs", answer FROM delivery_attempts
       WHERE delivery_id = $1 ORDER BY n DESC LIMIT ${ATTEMPTS_MAX}`,
      [deliveryId],
    );
    return rows.toReversed();
  };
