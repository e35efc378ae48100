import { type Dispatcher, Pool } from 'undici';

import { notInside } from '../object-store.ts';
import { S3Error } from './s3-failure.ts';
import type { S3Settings } from './s3-settings.ts';
import { makeConnector } from './store-connection.ts';
import type { RequestToSign, SignRequest } from './sign-request.ts';

/** Sends signed requests to a store. Throws S3Error, errors of undici, or the error of the body. */
export type S3Client = ReturnType<typeof makeS3Client>;

const CONNECT_TIMEOUT_MS = 3_000;
// Below the idle timeout of every store, so that no store closes a connection that is about to be used.
const IDLE_MS = 4_000;
const TRANSFERS_MAX = 64;
const CALLS_MAX = 32;
// The longest answer is a page of a listing: a thousand keys of at most a kilobyte each.
const ANSWER_BYTES_MAX = 4 * 1024 * 1024;
const ERROR_BYTES_MAX = 64 * 1024;

export function makeS3Client(settings: S3Settings, signRequest: SignRequest, silenceMs: number) {
  const open = (connections: number): Pool =>
    new Pool(settings.endpoint, {
      connections,
      connect: makeConnector(settings, Math.min(CONNECT_TIMEOUT_MS, silenceMs)),
      headersTimeout: silenceMs,
      bodyTimeout: silenceMs,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: IDLE_MS,
    });
  const transfers = open(TRANSFERS_MAX);
  const calls = open(CALLS_MAX);

  const send = async (pool: Pool, request: RequestToSign, options: SendOptions) => {
    const { body = null, headers, signal } = options;
    const { pathname, search } = new URL(await signRequest(request));
    const answer = await pool.request({
      method: request.method,
      path: `${pathname}${search}`,
      headers: { ...request.headers, ...headers },
      ...{ body, signal },
    });
    if (answer.statusCode >= 300) throw await readError(request.method, answer, silenceMs);
    return answer;
  };

  return {
    /**
     * Transfers the bytes of an object. The timeout only runs while the store has to respond, so slow callers do not
     * hit it.
     */
    transfer: (request: RequestToSign, options: SendOptions = {}) =>
      send(transfers, request, options),
    /** Any other request. @returns the answer, see `readAnswer`. */
    async call(request: RequestToSign, root: string | null, body?: string): Promise<string> {
      const signal = AbortSignal.timeout(silenceMs);
      return readAnswer(await send(calls, request, { ...(body && { body }), signal }), root);
    },
    async close(): Promise<void> {
      await Promise.all([transfers.destroy(), calls.destroy()]);
    },
  };
}

interface SendOptions extends Partial<Pick<Dispatcher.RequestOptions, 'body' | 'signal'>> {
  /** Headers that are not signed. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Reads an answer with this XML root, or an empty one for null.
 *
 * @throws S3Error for any other: S3 answers 200 with an error if it fails after it has begun to answer, and a proxy may
 *   answer with a page of its own.
 */
export async function readAnswer(
  answer: Dispatcher.ResponseData,
  root: string | null,
): Promise<string> {
  const text = await readText(answer, ANSWER_BYTES_MAX);
  const isExpected = root === null ? text === '' : text.includes(`<${root}`);
  if (!isExpected) throw new S3Error(answer.statusCode, fieldOf(text, 'Code'));
  return text;
}

/** The text of an element that has no others; empty without one. */
export function fieldOf(xml: string, name: string): string {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '';
  return text.replaceAll(
    /&(?:#(\d{1,7})|(\w{2,4}));/g,
    (written, code: string | undefined, entity: string) =>
      code === undefined ? (ENTITIES[entity] ?? written) : String.fromCodePoint(Number(code)),
  );
}

const ENTITIES: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" },
};

// A response to HEAD has no body, so the code follows from the status. For other methods a 404 without a code comes
// from a proxy in front of the store and says nothing about the object.
const HEAD_CODES: Readonly<Record<number, string>> = { 403: 'AccessDenied', 404: 'NotFound' };

async function readError(
  method: RequestToSign['method'],
  answer: Dispatcher.ResponseData,
  timeoutMs: number,
): Promise<Error> {
  const { statusCode, body } = answer;
  // The body may be slow, endless or cut. The status is known.
  const timer = setTimeout(() => body.destroy(), timeoutMs);
  const text = await readText(answer, ERROR_BYTES_MAX).catch(() => '');
  clearTimeout(timer);
  if (statusCode === 416) return notInside();
  const code = method === 'HEAD' ? HEAD_CODES[statusCode] : fieldOf(text, 'Code');
  return new S3Error(statusCode, code ?? '');
}

/** @throws S3Error if the body is longer. */
async function readText(
  { statusCode, body }: Dispatcher.ResponseData,
  bytesMax: number,
): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  body.on('error', () => {});
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength;
    if (bytes > bytesMax) throw new S3Error(statusCode, '');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
