import type { IncomingMessage } from 'node:http';

import { AppError } from '@output-review/errors';

/**
 * Checks the headers of a JSON body before any of it is read.
 *
 * @returns the maximum number of bytes to come: the declared length, or the limit if none is declared.
 * @throws AppError UNSUPPORTED_MEDIA_TYPE or PAYLOAD_TOO_LARGE.
 */
export function checkJsonHeaders(req: IncomingMessage, bytesMax: number): number {
  const { headers } = req;
  const contentType = headers['content-type'];
  if (contentType !== 'application/json' && !isJsonInUtf8(contentType ?? '')) {
    throw new AppError(
      'UNSUPPORTED_MEDIA_TYPE',
      'The body must be application/json, encoded in UTF-8.',
    );
  }
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.trim().toLowerCase() !== 'identity') {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'The body must not have a Content-Encoding.');
  }
  const declared = declaredLength(req);
  if (declared === null) return bytesMax;
  if (declared > bytesMax) throw bodyTooLarge(bytesMax);
  return declared;
}

/** The Content-Length in bytes, or null if there is none. The body is never longer. */
export function declaredLength({ headers }: IncomingMessage): number | null {
  const declared = headers['content-length'];
  return declared === undefined ? null : Number(declared);
}

export function bodyTooLarge(bytesMax: number): AppError {
  return new AppError('PAYLOAD_TOO_LARGE', `The body must have at most ${bytesMax} bytes.`);
}

/** Whether a request has a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  if (headers['transfer-encoding'] !== undefined) return true;
  return headers['content-length'] !== undefined && Number(headers['content-length']) > 0;
}

function isJsonInUtf8(contentType: string): boolean {
  const [type = '', ...parameters] = contentType.toLowerCase().split(';');
  if (type.trim() !== 'application/json') return false;
  return parameters.every((parameter) => {
    const [name = '', value = ''] = parameter.split('=');
    return name.trim() !== 'charset' || /^"?utf-?8"?$/.test(value.trim());
  });
}
