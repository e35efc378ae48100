import { Readable } from 'node:stream';

import { request } from 'undici';

// A text, which is the most expensive type to detect: all of it is read.
const PART = Buffer.alloc(64 * 1024, 'The bytes of a file. ');

/** A file of the given size, generated while it is read. */
export function fileOf(bytes: number): Readable {
  return Readable.from(partsOf(bytes), { objectMode: false });
}

function* partsOf(bytes: number): Generator<Buffer> {
  for (let left = bytes; left > 0; left -= PART.length) {
    yield left < PART.length ? PART.subarray(0, left) : PART;
  }
}

/** @throws Error unless the response is a success. */
export async function putFile(
  url: string,
  bytes: number,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  const length = { 'content-length': String(bytes) };
  const answer = await request(url, {
    ...{ method: 'PUT', headers: { ...headers, ...length }, body: fileOf(bytes) },
    // No timeouts: many concurrent requests start slowly on a busy machine.
    ...{ headersTimeout: 0, bodyTimeout: 0 },
  });
  const text = await answer.body.text();
  if (answer.statusCode >= 300) throw new Error(`PUT answered ${answer.statusCode}: ${text}`);
}

/** @returns how many bytes were read. */
export async function readBytes(url: string): Promise<number> {
  const answer = await request(url, { headersTimeout: 0, bodyTimeout: 0 });
  if (answer.statusCode !== 200) throw new Error(`GET answered ${answer.statusCode}`);
  let bytes = 0;
  for await (const chunk of answer.body as AsyncIterable<Buffer>) bytes += chunk.length;
  return bytes;
}
