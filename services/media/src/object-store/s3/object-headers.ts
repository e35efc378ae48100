import type { Dispatcher } from 'undici';

import type { ObjectHead, PutOptions } from '../object-store.ts';
import { S3Error } from './s3-failure.ts';

const ANNOUNCED_SIZE = 'x-amz-meta-announced-size';

type Headers = Dispatcher.ResponseData['headers'];

/** The headers that describe the object. */
export function uploadHeaders({ size, contentType }: PutOptions): Record<string, string> {
  return {
    'content-length': String(size),
    'content-type': contentType,
    [ANNOUNCED_SIZE]: String(size),
  };
}

/**
 * Reads the properties of an object from the headers.
 *
 * @throws S3Error NotFound if the size is not the declared one: the upload was interrupted and the store kept a part,
 *   as versitygw 1.8 does. It counts as never stored.
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

/** Parses `bytes 0-4/300`. */
function totalOf(headers: Headers): string {
  return text(headers, 'content-range').split('/')[1] ?? '';
}

function text(headers: Headers, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
}
