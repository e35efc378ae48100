import { request } from 'undici';

import { fileOf } from './file-bytes.ts';

/** @throws Error where the answer is no success. */
export async function putFile(
  url: string,
  bytes: number,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  const length = { 'content-length': String(bytes) };
  const answer = await request(url, {
    ...{ method: 'PUT', headers: { ...headers, ...length }, body: fileOf(bytes) },
    // A crowd takes its time to begin, on a machine that has other things to do.
    ...{ headersTimeout: 0, bodyTimeout: 0 },
  });
  const text = await answer.body.text();
  if (answer.statusCode >= 300) throw new Error(`PUT answered ${answer.statusCode}: ${text}`);
}

/** @returns how many bytes came. */
export async function readBytes(url: string): Promise<number> {
  const answer = await request(url, { headersTimeout: 0, bodyTimeout: 0 });
  if (answer.statusCode !== 200) throw new Error(`GET answered ${answer.statusCode}`);
  let bytes = 0;
  for await (const chunk of answer.body as AsyncIterable<Buffer>) bytes += chunk.length;
  return bytes;
}
