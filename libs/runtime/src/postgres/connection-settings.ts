import type { Logger } from 'typeorm';

/** Time limits of a connection. */
export interface ConnectionLimits {
  /** Longer than any statement of a healthy service. The server then cancels it. */
  readonly statementMs: number;
  /** How long the server may be silent during a statement. A live server would have cancelled it before. */
  readonly silenceMs: number;
  /** For connecting, and for waiting for a pooled connection. */
  readonly connectionMs: number;
}

/**
 * The limits of a service. Callers wait 10 s and should learn of an outage earlier. With a silent server, the silence
 * plus a new connection must fit, even on a busy machine, into the 15 s in which a dead connection must be noticed.
 */
export const CONNECTION_LIMITS: ConnectionLimits = {
  statementMs: 8_000,
  silenceMs: 9_000,
  connectionMs: 4_000,
};
// A transaction waits for its own statements and, when a group is deleted, for two calls of 5 s each. One that idles
// for longer has lost its process.
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 30_000;
// Firewalls drop an idle connection after minutes. The probe detects this in time.
const KEEP_ALIVE_DELAY_MS = 10_000;
// An idle server process costs some 5 MB, so connections of a burst must not stay forever.
const IDLE_TIMEOUT_MS = 30_000;

/** The settings of every service connection. Use them with `enforceIdleTimeout`. */
export function connectionSettings(
  schema: string,
  { statementMs, connectionMs }: ConnectionLimits = CONNECTION_LIMITS,
) {
  return {
    ...patientSettings(schema),
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    connectionTimeoutMillis: connectionMs,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
  };
}

/** The same without statement limits: building an index over a million rows takes long. */
export function patientSettings(schema: string) {
  return {
    // JIT compilation costs more than any statement here takes.
    options: `-c search_path=${schema},extensions -c jit=off`,
    application_name: schema,
    connectionTimeoutMillis: CONNECTION_LIMITS.connectionMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
  };
}

/** TypeORM writes failures to stdout, which is for people. The code that gets the error logs it. */
export const quietLogger: Logger = {
  logQuery: () => {},
  logQueryError: () => {},
  logQuerySlow: () => {},
  logSchemaBuild: () => {},
  logMigration: () => {},
  log: () => {},
};
