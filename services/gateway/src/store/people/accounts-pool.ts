import {
  CONNECTION_LIMITS,
  connectionSettings,
  hangUpOnSilence,
  type Logger,
} from '@output-review/runtime';
import { Pool } from 'pg';

export interface AccountsPoolOptions {
  readonly url: string;
  readonly schema: string;
  readonly log: Logger;
}

// Signing in is rare, and hashing a password takes far longer than the statements around it.
const CONNECTIONS_MAX = 2;

/** Opens the connections of better-auth, which takes a pool of pg and nothing else. */
export function openAccountsPool({ url, schema, log }: AccountsPoolOptions): Pool {
  const pool = new Pool({
    connectionString: url,
    ...connectionSettings(schema),
    max: CONNECTIONS_MAX,
  });
  hangUpOnSilence(pool, CONNECTION_LIMITS.silenceMs);
  pool.on('error', (error) => log.warn({ err: error, schema }, 'idle connection lost'));
  return pool;
}
