import {
  connectionSettings,
  hangUpOnSilence,
  type Logger,
  SERVER_SILENCE_MS_MAX,
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
  hangUpOnSilence(pool, SERVER_SILENCE_MS_MAX);
  pool.on('error', (error) => log.warn({ err: error, schema }, 'idle connection lost'));
  return pool;
}
