// Longer than any statement of a healthy service, and shorter than callers wait: 10 s.
const STATEMENT_TIMEOUT_MS = 8_000;
/**
 * How long a server may say nothing while a statement runs: it would have ended the statement before.
 * With the wait for a free place in the pool before it that is less than the 15 s in which a connection
 * that is dead must have been noticed.
 */
export const SERVER_SILENCE_MS_MAX = STATEMENT_TIMEOUT_MS + 1_000;
// A transaction waits for nothing but its own statements. One that rests has lost its process.
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 30_000;
// For a connection and for a free place in the pool. Callers wait 10 s; they should hear of it sooner. A
// server that falls silent costs this after the silence, and both have to fit into 15 s on a busy machine.
const CONNECTION_TIMEOUT_MS = 4_000;
// Firewalls forget a silent connection after minutes; the probe notices in time.
const KEEP_ALIVE_DELAY_MS = 10_000;
// An idle server process costs some 5 MB; a burst should not cost that for ever.
const IDLE_TIMEOUT_MS = 30_000;

/** How every connection of a service is made; beside them stands `hangUpOnSilence`. */
export function connectionSettings(schema: string) {
  return {
    ...patientSettings(schema),
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
  };
}

/** The same without the limits on statements: an index over a million rows takes its time. */
export function patientSettings(schema: string) {
  return {
    // JIT compiling costs more than any of our statements takes.
    options: `-c search_path=${schema},extensions -c jit=off`,
    application_name: schema,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
  };
}
