import type { Logger } from '@output-review/runtime';
import { Pool } from 'pg';

export interface AccountsPoolOptions {
  readonly url: string;
  readonly schema: string;
  readonly log: Logger;
}

// Signing in is rare, and hashing a password takes far longer than the statements around it.
const CONNECTIONS_MAX = 2;
const IDLE_MS_MAX = 10_000;
const CONNECT_TIMEOUT_MS = 5_000;

/** Opens the connections of better-auth, which takes a pool of pg and nothing else. */
export function openAccountsPool({ url, schema, log }: AccountsPoolOptions): Pool {
  const pool = new Pool({
    connectionString: url,
    options: `-c search_path=${schema}`,
    max: CONNECTIONS_MAX,
    idleTimeoutMillis: IDLE_MS_MAX,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  pool.on('error', (error) => log.warn({ err: error, schema }, 'idle connection lost'));
  return pool;
}
