import type { Logger } from 'typeorm';

/** How long a connection waits for its server. */
export interface ConnectionLimits {
  /** Longer than any statement of a healthy service takes; the server ends it then. */
  readonly statementMs: number;
  /** How long the server may say nothing while a statement runs: it would have ended it before. */
  readonly silenceMs: number;
  /** For a connection, and for a free place in the pool. */
  readonly connectionMs: number;
}

/**
 * What a service has. Callers wait 10 s and should hear of an outage sooner. A server that falls silent
 * costs a connection after the silence, and both have to fit, on a busy machine, into the 15 s in which
 * a connection that is dead must have been noticed.
 */
export const CONNECTION_LIMITS: ConnectionLimits = {
  statementMs: 8_000,
  silenceMs: 9_000,
  connectionMs: 4_000,
};
// A transaction waits for its own statements, and where a group is deleted for two calls of 5 s each. One that rests
// for longer has lost its process.
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 30_000;
// Firewalls forget a silent connection after minutes; the probe notices in time.
const KEEP_ALIVE_DELAY_MS = 10_000;
// An idle server process costs some 5 MB; a burst should not cost that for ever.
const IDLE_TIMEOUT_MS = 30_000;

/** How every connection of a service is made; beside them stands `enforceIdleTimeout`. */
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

/** The same without the limits on statements: an index over a million rows takes its time. */
export function patientSettings(schema: string) {
  return {
    // JIT compiling costs more than any of our statements takes.
    options: `-c search_path=${schema},extensions -c jit=off`,
    application_name: schema,
    connectionTimeoutMillis: CONNECTION_LIMITS.connectionMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
  };
}

/** TypeORM writes failures to stdout, which is for people; whoever gets the error logs it. */
export const quietLogger: Logger = {
  logQuery: () => {},
  logQueryError: () => {},
  logQuerySlow: () => {},
  logSchemaBuild: () => {},
  logMigration: () => {},
  log: () => {},
};
