import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

import { AppError, toErrorResponse } from '@output-review/errors';

import { REQUEST_ID_HEADER, requestIdFrom } from './request-id.ts';
import { SECURITY_HEADERS } from './security-headers.ts';

/**
 * Answers what is no HTTP request: a malformed or over-long head, or one that did not arrive in
 * time. No app has seen it, so the answer is written by hand, and the connection closed.
 */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const message = MESSAGES[error.code ?? ''] ?? 'This is not a valid HTTP request.';
  const { status, body } = toErrorResponse(new AppError('VALIDATION_FAILED', message));
  const json = JSON.stringify(body);
  const headers: Record<string, string> = {
    ...SECURITY_HEADERS,
    [REQUEST_ID_HEADER]: requestIdFrom(undefined),
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(json)),
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n`;
  socket.end(head + json, () => socket.destroy());
}

const MESSAGES: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: 'The URL and the headers are too long.',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request did not arrive in time.',
};
