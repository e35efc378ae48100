import { AppError } from '@output-review/errors';

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection lost',
  ECONNABORTED: 'connection lost',
  EPIPE: 'connection lost',
  ETIMEDOUT: 'no answer in time',
  ENOTFOUND: 'host name not known',
  EAI_AGAIN: 'host name not known at the moment',
  EHOSTUNREACH: 'host not reached',
  ENETUNREACH: 'network not reached',
  ENETDOWN: 'network down',
  ENOENT: 'socket not there',
  UND_ERR_CONNECT_TIMEOUT: 'no answer in time',
  UND_ERR_HEADERS_TIMEOUT: 'no answer in time',
  UND_ERR_SOCKET: 'connection lost',
  // PostgreSQL's own, by SQLSTATE.
  '28000': 'the role may not sign in',
  '28P01': 'role or password is wrong',
  '3D000': 'the database is not there',
  '3F000': 'the schema is not there',
  '42501': 'permission denied',
  '53300': 'too many connections',
  '57014': 'no answer in time',
  '57P01': 'it is shutting down',
  '57P02': 'it has crashed',
  '57P03': 'it is starting',
};
// What clients say without a code: pg first.
const MESSAGES: readonly (readonly [RegExp, string])[] = [
  [/^Connection terminated due to connection timeout|^timeout e/, 'no answer in time'],
  [/^Query read timeout/, 'no answer in time'],
  [/^Connection terminated|^Client has encountered a connection error/, 'connection lost'],
  [/^The server does not support SSL/, 'it does not speak TLS'],
  // The client of Redis.
  [/^Socket closed|^The client is (closed|offline)|^Disconnects client/, 'connection lost'],
  [/^Connection timeout/, 'no answer in time'],
];
// A chain of causes may be a circle.
const CAUSES_MAX = 10;

/**
 * Why something cannot be reached, in a few plain words for those who run the service; `failed` where
 * only the log can tell. Never what the error itself says, which may hold anything, unless it is an
 * AppError, whose message is public.
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
  return typeof code === 'string' && Object.hasOwn(REASONS, code) ? (REASONS[code] ?? null) : null;
}

function byMessage(error: object): string | null {
  if ('name' in error && error.name === 'TimeoutError') return 'no answer in time';
  const message: unknown = 'message' in error ? error.message : null;
  if (typeof message !== 'string') return null;
  return MESSAGES.find(([pattern]) => pattern.test(message))?.[1] ?? null;
}

function innerErrors(error: object): unknown[] {
  const several: unknown[] = 'errors' in error && Array.isArray(error.errors) ? error.errors : [];
  const wrapped = 'driverError' in error ? [error.driverError] : [];
  return 'cause' in error ? [error.cause, ...wrapped, ...several] : [...wrapped, ...several];
}
