import { AppError } from '@output-review/errors';

// SQLSTATE classes that concern the server's condition, not the statement: connection, login, resources, operator
// intervention (including a statement timeout), system error.
const OUTAGE_CLASSES = new Set(['08', '28', '53', '57', '58']);
export const READ_ONLY_SERVER = '25006';
const UNTRUSTED = 'its certificate is not signed by a trusted CA (TLS_CA_FILE)';

/** The codes of outages, each with its reason for operators; null if only the log has details. */
const OUTAGES: Readonly<Record<string, string | null>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection lost',
  ECONNABORTED: 'connection lost',
  EPIPE: 'connection lost',
  ETIMEDOUT: 'no answer in time',
  ENOTFOUND: 'unknown host name',
  EAI_AGAIN: 'host name cannot be resolved at the moment',
  EHOSTUNREACH: 'host unreachable',
  ENETUNREACH: 'network unreachable',
  ENETDOWN: 'network down',
  // The Unix socket of a server that is not up.
  ENOENT: 'socket does not exist',
  // The Unix socket of a server that accepts no connections for so long that no more may wait.
  EAGAIN: 'the server accepts no connections',
  EMFILE: 'this process has too many files open',
  ENFILE: 'this machine has too many files open',
  EADDRNOTAVAIL: 'this machine has no port left',
  ENOBUFS: 'this machine has no memory left',
  ENOMEM: 'this machine has no memory left',
  UND_ERR_CONNECT_TIMEOUT: 'no answer in time',
  UND_ERR_HEADERS_TIMEOUT: 'no answer in time',
  UND_ERR_BODY_TIMEOUT: 'no answer in time',
  UND_ERR_SOCKET: 'connection lost',
  // A rejected certificate, until it is renewed or the configured CA is corrected.
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  CERT_SIGNATURE_FAILURE: UNTRUSTED,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host',
  // PostgreSQL, by SQLSTATE. Others are outages by their class.
  [READ_ONLY_SERVER]: 'the server is read-only', // It has become a standby.
  '25P03': null, // The server ended the session for idling in a transaction: this process stalled.
  '25P04': null, // The server ended a transaction that took too long.
  '40001': null, // Serialization failure.
  '40003': null, // Statement completion unknown.
  '40P01': null, // Deadlock.
  '55P03': null, // Lock not available.
  '28000': 'the role is not allowed to log in',
  '28P01': 'wrong role or password',
  '53100': 'the disk of the server is full',
  '53300': 'too many connections',
  '57014': 'no answer in time',
  '57P01': 'the server is shutting down',
  '57P02': 'the server crashed',
  '57P03': 'the server is starting',
};

// Not outages: a retry does not help unless the database is still being set up.
const NOT_SET_UP: Readonly<Record<string, string>> = {
  '3D000': 'the database does not exist',
  '3F000': 'the schema does not exist',
  '42501': 'permission denied',
};

const REASONS = new Map(Object.entries({ ...OUTAGES, ...NOT_SET_UP }));

// Messages of pg without a code. The last is PostgreSQL's, with the code of an internal error: on a full disk, it cannot
// begin a session if the file with which sessions begin has to be written again.
const OUTAGE_MESSAGES =
  /^(Connection terminated|timeout expired|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed and is not queryable|Cannot use a pool after calling end|There was an error establishing an SSL connection|could not write init file)/;
// Other errors without a code: a `signal` that timed out, and TypeORM's error for a connection lost between two
// statements. (No code here uses a runner after its release.)
const OUTAGE_NAMES = new Set<unknown>(['TimeoutError', 'QueryRunnerAlreadyReleasedError']);
const SQLSTATE = /^[0-9A-Z]{5}$/;

/**
 * Whether an unchanged retry may succeed later, because the server was unavailable, full or in conflict, and the call
 * was not at fault. Looks through causes and aggregates. In an aggregate one outage is enough: other faults show up on
 * the retry.
 */
export function isTransientError(error: unknown): boolean {
  return isTransientWithin(error, CAUSES_MAX);
}

/** Whether the statement was cancelled because of a deadlock. */
export const isDeadlock = (error: unknown): boolean => hasCode(error, '40P01');

/** Whether the statement was cancelled by `lock_timeout`. */
export const isLockTimeout = (error: unknown): boolean => hasCode(error, '55P03');

/** Whether the server's disk was full. */
export const isDiskFull = (error: unknown): boolean => hasCode(error, '53100');

/** Whether the database is not set up yet: a database, schema or permission is missing. */
export const isNotSetUp = (error: unknown): boolean =>
  Object.keys(NOT_SET_UP).some((code) => hasCode(error, code));

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

/**
 * Whether the statement was cancelled by `statement_timeout` or an operator. Looks through causes, as
 * `isTransientError` does.
 */
export function isStatementTimeout(error: unknown): boolean {
  return hasCodeWithin(error, QUERY_CANCELED, CAUSES_MAX);
}

/**
 * Whether a write reached a read-only server: no transaction of a service is read-only itself. Looks through causes.
 */
export function isReadOnlyServer(error: unknown): boolean {
  return hasCodeWithin(error, READ_ONLY_SERVER, CAUSES_MAX);
}

// A chain of causes may be circular.
const CAUSES_MAX = 10;
const QUERY_CANCELED = '57014';

function hasCodeWithin(error: unknown, code: string, depth: number): boolean {
  if (typeof error !== 'object' || error === null || depth === 0) return false;
  if ('code' in error && error.code === code) return true;
  return innerErrors(error).some((one) => hasCodeWithin(one, code, depth - 1));
}

function isTransientWithin(error: unknown, depth: number): boolean {
  if (typeof error !== 'object' || error === null || depth === 0) return false;
  // The code of an AppError decides, whatever its cause. INTERNAL means that the error was not classified.
  if (error instanceof AppError && error.code !== 'INTERNAL') return error.retriable;
  return (
    isTransientItself(error) || innerErrors(error).some((one) => isTransientWithin(one, depth - 1))
  );
}

// Checks properties, not classes: TypeORM copies wrapped errors, DOMException is not an Error, and Node's own errors
// have a different realm than a test.
function isTransientItself(error: object): boolean {
  if ('name' in error && OUTAGE_NAMES.has(error.name)) return true;
  if ('code' in error && isTransientCode(error.code)) return true;
  return (
    'message' in error && typeof error.message === 'string' && OUTAGE_MESSAGES.test(error.message)
  );
}

function innerErrors(error: object): unknown[] {
  const several: unknown[] = 'errors' in error && Array.isArray(error.errors) ? error.errors : [];
  const wrapped = 'driverError' in error ? [error.driverError] : [];
  return 'cause' in error ? [error.cause, ...wrapped, ...several] : [...wrapped, ...several];
}

function isTransientCode(code: unknown): boolean {
  if (typeof code !== 'string') return false;
  return (
    Object.hasOwn(OUTAGES, code) || (SQLSTATE.test(code) && OUTAGE_CLASSES.has(code.slice(0, 2)))
  );
}

// Messages of clients without a code: pg first.
const MESSAGES: readonly (readonly [RegExp, string])[] = [
  [/^Connection terminated due to connection timeout|^timeout e/, 'no answer in time'],
  [/^Query read timeout/, 'no answer in time'],
  [/^Connection terminated|^Client has encountered a connection error/, 'connection lost'],
  [/^Query runner already released/, 'connection lost'],
  [/^There was an error establishing an SSL connection/, 'the server has no process left'],
  [/^The server does not support SSL/, 'the server does not support TLS'],
  [/^could not write init file/, 'the disk of the server is full'],
  // The Redis client.
  [/^Socket closed|^The client is (closed|offline)|^Disconnects client/, 'connection lost'],
  [/^Connection timeout/, 'no answer in time'],
  [/^(WRONGPASS|NOAUTH)/, 'wrong user or password'],
  [/^NOPERM/, 'permission denied'],
];

/**
 * Why a dependency cannot be reached, in a few plain words for operators; `failed` if only the log has details. Never
 * the error's own message, which may contain anything, except for an AppError, whose message is public.
 */
export function outageReason(error: unknown): string {
  return reasonWithin(error, CAUSES_MAX) ?? 'failed';
}

function reasonWithin(error: unknown, depth: number): string | null {
  if (typeof error !== 'object' || error === null || depth === 0) return null;
  if (error instanceof AppError) return error.message;
  const known = byCode(error) ?? byMessage(error);
  if (known !== null) return known;
  for (const inner of innerErrors(error)) {
    const reason = reasonWithin(inner, depth - 1);
    if (reason !== null) return reason;
  }
  return null;
}

function byCode(error: object): string | null {
  const code: unknown = 'code' in error ? error.code : null;
  return typeof code === 'string' ? (REASONS.get(code) ?? null) : null;
}

function byMessage(error: object): string | null {
  if ('name' in error && error.name === 'TimeoutError') return 'no answer in time';
  const message: unknown = 'message' in error ? error.message : null;
  if (typeof message !== 'string') return null;
  return MESSAGES.find(([pattern]) => pattern.test(message))?.[1] ?? null;
}
