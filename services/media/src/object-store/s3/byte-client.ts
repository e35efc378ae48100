import type { Readable } from 'node:stream';

import { type Dispatcher, Pool } from 'undici';

import {
  type GetOptions,
  notInside,
  type ObjectHead,
  type PutOptions,
  type StoredObject,
} from '../object-store.ts';
import { isPage, S3Error } from './s3-failure.ts';
import type { S3Settings } from './s3-settings.ts';
import { makeConnector } from './store-connection.ts';
import type { RequestToSign, SignRequest } from './sign-request.ts';

/** Moves the bytes of objects. */
export type ByteClient = ReturnType<typeof makeByteClient>;

const CONNECT_TIMEOUT_MS = 3_000;
// Below the idle timeout of every store, so that no store closes a connection that is about to be used.
const IDLE_MS = 4_000;
const CONNECTIONS_MAX = 64;

/**
 * Streams bytes to and from a store. The timeout only runs while the store has to respond, so slow callers do not hit
 * it.
 *
 * Throws S3Error, errors of undici, or the error of the body.
 */
export function makeByteClient(settings: S3Settings, signRequest: SignRequest, silenceMs: number) {
  const pool = new Pool(settings.endpoint, {
    connections: CONNECTIONS_MAX,
    connect: makeConnector(settings, Math.min(CONNECT_TIMEOUT_MS, silenceMs)),
    headersTimeout: silenceMs,
    bodyTimeout: silenceMs,
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
  });
  const send = async (request: RequestToSign, options: SendOptions = {}) => {
    const { body = null, headers } = options;
    const { pathname, search } = new URL(await signRequest(request));
    const answer = await pool.request({
      method: request.method,
      path: `${pathname}${search}`,
      headers: { ...request.headers, ...headers },
      body,
    });
    if (answer.statusCode >= 300) throw await readS3Error(request.method, answer, silenceMs);
    return answer;
  };

  return {
    async put(key: string, body: Readable, options: PutOptions): Promise<void> {
      const headers = uploadHeaders(options);
      const answer = await send({ method: 'PUT', key, headers }, { body });
      await answer.body.dump();
      if (isPage(answer.headers)) throw new S3Error(answer.statusCode, '');
    },
    async get(key: string, { range }: GetOptions): Promise<StoredObject> {
      const headers = range ? { range: `bytes=${range.start}-${range.end}` } : {};
      const answer = await send({ method: 'GET', key }, { headers });
      return openObject(answer);
    },
    async head(key: string): Promise<ObjectHead> {
      const answer = await send({ method: 'HEAD', key });
      await answer.body.dump();
      return readHead(answer);
    },
    close: () => pool.destroy(),
  };
}

function openObject(answer: Dispatcher.ResponseData): StoredObject {
  const { body } = answer;
  // undici emits an error when the body is destroyed early, even without listeners.
  body.on('error', () => {});
  try {
    return { ...readHead(answer), body };
  } catch (error) {
    body.destroy();
    throw error;
  }
}

interface SendOptions {
  readonly body?: Readable;
  /** Headers that are not signed. */
  readonly headers?: Readonly<Record<string, string>>;
}

// The code of an error is near the start. A proxy may respond with a page of its own.
const ERROR_BYTES_MAX = 10_000;
// A response to HEAD has no body, so the code follows from the status. For other methods a 404 without a code comes
// from a proxy in front of the store and says nothing about the object.
const HEAD_CODES: Readonly<Record<number, string>> = { 403: 'AccessDenied', 404: 'NotFound' };

/** Reads the error of the store. */
async function readS3Error(
  method: RequestToSign['method'],
  { statusCode, body }: Dispatcher.ResponseData,
  timeoutMs: number,
): Promise<Error> {
  if (statusCode === 416) {
    await body.dump();
    return notInside();
  }
  const text = await readStart(body, timeoutMs);
  const code = method === 'HEAD' ? HEAD_CODES[statusCode] : /<Code>(\w+)<\/Code>/.exec(text)?.[1];
  return new S3Error(statusCode, code ?? '');
}

/** The start of a body that may be slow, endless or cut. */
async function readStart(body: Readable, timeoutMs: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const timer = setTimeout(() => body.destroy(), timeoutMs);
  body.on('error', () => {});
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      bytes += chunk.byteLength;
      chunks.push(chunk);
      if (bytes >= ERROR_BYTES_MAX) break;
    }
  } catch {
    // The status is known.
  } finally {
    clearTimeout(timer);
  }
  return Buffer.concat(chunks).toString('utf8', 0, ERROR_BYTES_MAX);
}

const ANNOUNCED_SIZE = 'x-amz-meta-announced-size';

/** The headers that describe the object. */
function uploadHeaders({ size, contentType }: PutOptions): Record<string, string> {
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
function readHead({ headers, statusCode }: Dispatcher.ResponseData): ObjectHead {
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
function totalOf(headers: Dispatcher.ResponseData['headers']): string {
  return text(headers, 'content-range').split('/')[1] ?? '';
}

function text(headers: Dispatcher.ResponseData['headers'], name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
}
