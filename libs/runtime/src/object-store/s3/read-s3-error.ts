import type { Dispatcher } from 'undici';

import { notInside } from '../byte-range.ts';
import { S3Error } from './s3-failure.ts';

// The code of an error stands in its first lines; a proxy may answer with a page of its own.
const ERROR_LENGTH_MAX = 10_000;
// What an answer without a body, as to HEAD, leaves to be told by its status.
const CODES: Readonly<Record<number, string>> = { 403: 'AccessDenied', 404: 'NotFound' };

/** Reads why the store refuses. */
export async function readS3Error(answer: Dispatcher.ResponseData): Promise<Error> {
  const { statusCode, body } = answer;
  if (statusCode === 416) {
    await body.dump();
    return notInside();
  }
  const text = (await body.text()).slice(0, ERROR_LENGTH_MAX);
  const code = /<Code>(\w+)<\/Code>/.exec(text)?.[1];
  return new S3Error(statusCode, code ?? CODES[statusCode] ?? '');
}
