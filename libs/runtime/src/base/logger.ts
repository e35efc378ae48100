import {
  destination,
  type DestinationStream,
  type Logger as PinoLogger,
  pino,
  stdTimeFunctions,
} from 'pino';

import { activeTraceId } from './traceparent.ts';

/** Writes log events: a constant message, fields, and the error under `err`. Never log bodies, tokens or cookies. */
export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  /** Returns a logger that adds these fields to every line. */
  child(fields: Record<string, unknown>): Logger;
}

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface LoggerOptions {
  readonly service: string;
  readonly level: LogLevel;
  /** Destination of the lines. Defaults to stderr, because stdout is for people. */
  readonly stream?: DestinationStream;
}

/** Creates the logger of a service. It writes one JSON object a line. */
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

// Limit for lines that wait for space on a full disk. Further lines are dropped.
const UNWRITTEN_BYTES_MAX = 1_048_576;

/**
 * Writes synchronously, so that no line is lost when the process is killed or printed after its final message. Log
 * volume is low: a successful request logs nothing.
 *
 * A failed write does not fail the work that logs. The next line retries it.
 */
function stderrLines(): DestinationStream {
  const open = () => {
    const stderr = destination({ dest: 2, sync: true, maxLength: UNWRITTEN_BYTES_MAX });
    stderr.on('error', () => {});
    // A full destination drops every line without checking again for space, so reopen it.
    stderr.on('drop', () => (lines = open()));
    return stderr;
  };
  let lines = open();
  return { write: (line) => lines.write(line) };
}

/** Adds the trace ID to lines of traced work. */
function fieldsOfTrace(): object {
  const traceId = activeTraceId();
  return traceId === null ? {} : { traceId };
}

/** Pino's own child loggers write a field twice if the parent has it too. */
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

// Causes can be circular. Deeper ones are not useful.
const CAUSES_MAX = 5;

interface ErrorDescription {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string;
  readonly cause?: ErrorDescription;
}

/**
 * Describes an error and its causes for the log.
 *
 * Copies only named properties: database errors carry the statement's parameters, which contain caller data and must
 * not be logged.
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
