import {
  destination,
  type DestinationStream,
  type Logger as PinoLogger,
  pino,
  stdTimeFunctions,
} from 'pino';

import { activeTraceId } from './traceparent.ts';

/**
 * Writes events: a constant message, fields beside it, the error under `err`. Never bodies, tokens
 * or cookies.
 */
export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  /** The same log with fields that stand on every line. */
  child(fields: Record<string, unknown>): Logger;
}

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface LoggerOptions {
  readonly service: string;
  readonly level: LogLevel;
  /** Where the lines go; stderr by default, because stdout is for people. */
  readonly stream?: DestinationStream;
}

/** Makes the log of a service: one JSON object a line. */
export function makeLogger({ service, level, stream }: LoggerOptions): Logger {
  const lines = pino(
    {
      level,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
      mixin: fieldsOfTrace,
    },
    stream ?? stderrLines(),
  );
  return withFields(lines, { service });
}

// Of lines that wait for room on a full disk; beyond it they are dropped.
const UNWRITTEN_BYTES_MAX = 1_048_576;

/**
 * Written at once: a line must not be lost with a process that is killed, nor come after the sentence
 * with which one ends. There are few lines, none for a request that goes well.
 *
 * A line that cannot be written does not fail the work that it tells of: it is tried again with the next.
 */
function stderrLines(): DestinationStream {
  const open = () => {
    const stderr = destination({ dest: 2, sync: true, maxLength: UNWRITTEN_BYTES_MAX });
    stderr.on('error', () => {});
    // One that is full drops each line without trying again whether there is room.
    stderr.on('drop', () => (lines = open()));
    return stderr;
  };
  let lines = open();
  return { write: (line) => lines.write(line) };
}

/** Where the work in hand is traced, its lines say so. */
function fieldsOfTrace(): object {
  const traceId = activeTraceId();
  return traceId === null ? {} : { traceId };
}

/** Pino's own children write a field twice that both they and their parent have. */
function withFields(lines: PinoLogger, fields: Record<string, unknown>): Logger {
  const log = lines.child(fields);
  return {
    debug: (more, message) => log.debug(more, message),
    info: (more, message) => log.info(more, message),
    warn: (more, message) => log.warn(more, message),
    error: (more, message) => log.error(more, message),
    child: (more) => withFields(lines, { ...fields, ...more }),
  };
}

// Causes can be circular, and below this many nobody reads on.
const CAUSES_MAX = 5;

interface ErrorDescription {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string;
  readonly cause?: ErrorDescription;
}

/**
 * Describes an error for the log, its causes with it.
 *
 * Only named properties are taken: database errors carry the statement's parameters, which are
 * what callers sent, and those must not be logged.
 */
function describeError(error: unknown, depth = 0): ErrorDescription {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const code: unknown = 'code' in error ? error.code : undefined;
  return {
    type: error.name,
    message: error.message,
    ...(typeof code === 'string' ? { code } : {}),
    ...(error.stack === undefined ? {} : { stack: error.stack }),
    ...(error.cause === undefined || depth >= CAUSES_MAX
      ? {}
      : { cause: describeError(error.cause, depth + 1) }),
  };
}
