import { AppError } from '@output-review/errors';
import {
  type Clock,
  type Encryptor,
  isTransientError,
  type ReadinessCheck,
  type SqlClient,
} from '@output-review/runtime';

import type { SealedColumn } from './reseal.ts';

interface Deps {
  readonly db: SqlClient;
  readonly clock: Clock;
  readonly encryptor: Pick<Encryptor, 'prefixes'>;
}

// It reads whole tables, and probes ask every few seconds.
const EVERY_MS = 60_000;

/**
 * Creates a readiness check that fails while secrets are encrypted with a key that this process does not have, such as
 * after a restore without the former key.
 *
 * @param columns of small tables.
 */
export function makeSecretsCheck(
  { db, clock, encryptor: { prefixes } }: Deps,
  columns: readonly SealedColumn[],
): ReadinessCheck {
  const statement = `
    SELECT what, sum(count)::integer AS count FROM (${columns.map(countOf).join(' UNION ALL ')}) AS counts
    GROUP BY what HAVING sum(count) > 0 ORDER BY what`;
  let checkedAt = -Infinity;
  let unreadable: readonly Count[] = [];
  return async () => {
    const now = clock.now().getTime();
    if (Math.abs(now - checkedAt) >= EVERY_MS) {
      try {
        const { rows } = await db.query<Count>(statement, [prefixes]);
        unreadable = rows;
        checkedAt = now;
      } catch (error) {
        // The database has a check of its own.
        if (!isTransientError(error)) throw error;
      }
    }
    if (unreadable.length === 0) return;
    const list = unreadable.map(({ what, count }) => `${count} ${what}`).join(', ');
    throw new AppError('UNAVAILABLE', `encrypted with an unknown key: ${list}`);
  };
}

interface Count {
  readonly what: string;
  readonly count: number;
}

const countOf = ({
  what,
  table,
  column,
  sealed = column,
  condition = 'true',
}: SealedColumn): string => `
  SELECT '${what}' AS what, count(*) AS count FROM ${table}
  WHERE NOT (${sealed} ^@ ANY ($1)) AND ${condition}`;
