import type { Dispatcher } from 'undici';

import type { ObjectHead, PutOptions } from '../object-store.ts';
import { S3Error } from './s3-failure.ts';

const ANNOUNCED_SIZE = 'x-amz-meta-announced-size';

type Headers = Dispatcher.ResponseData['headers'];

/** The headers that say what is stored. */
export function uploadHeaders({ size, contentType }: PutOptions): Record<string, string> {
  return {
    'content-length': String(size),
    'content-type': contentType,
    [ANNOUNCED_SIZE]: String(size),
  };
}

/**
 * Reads what the store says of an object.
 *
 * @throws S3Error NotFound where it has not the size that was announced: the upload broke off, and the
 *   store kept what it had of it, as versitygw 1.8 does. Such a thing was never stored.
 */
export function readHead({ headers, statusCode }: Dispatcher.ResponseData): ObjectHead {
  const size = statusCode === 206 ? totalOf(headers) : text(headers, 'content-length');
  const announced = text(headers, ANNOUNCED_SIZE);
  if (announced !== '' && announced !== size) throw new S3Error(404, 'NotFound');
  return {
    size: Number(size),
    contentType: text(headers, 'content-type'),
    storedAt: new Date(text(headers, 'last-modified')),
  };
}

/** `bytes 0-4/300`. */
function totalOf(headers: Headers): string {
  return text(headers, 'content-range').split('/')[1] ?? '';
}

function text(headers: Headers, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
}
