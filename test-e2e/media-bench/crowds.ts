import type { AddressInfo } from 'node:net';
import { createServer } from 'node:http';

import { BENCH_ACCOUNT } from '../load/bench-target.ts';
import { putFile, readBytes } from './byte-calls.ts';
import { fileOf } from './file-bytes.ts';

export interface CrowdSize {
  readonly files: number;
  readonly bytesEach: number;
}

const HEADERS = {
  authorization: `Bearer ${BENCH_ACCOUNT.token}`,
  'content-type': 'application/json',
};

/** Puts files to a server that asks for nothing. */
export async function putPlainly(url: string, { files, bytesEach }: CrowdSize): Promise<void> {
  await crowdOf(files, (index) => putFile(`${url}/${index}`, bytesEach));
}

export async function readPlainly(url: string, { files }: CrowdSize): Promise<void> {
  await crowdOf(files, (index) => readBytes(`${url}/${index}`));
}

/** Announces files and puts them, all at once. @returns their keys. */
export async function upload(url: string, { files, bytesEach }: CrowdSize): Promise<string[]> {
  return crowdOf(files, async () => {
    const ticket = await call(`${url}/api/uploads`, { sizeBytes: bytesEach });
    const { uploadUrl, key, headers } = ticket as {
      uploadUrl: string;
      key: string;
      headers: Record<string, string>;
    };
    await putFile(uploadUrl, bytesEach, headers);
    return key;
  });
}

/** Downloads files by links, all at once. */
export async function download(url: string, keys: readonly string[]): Promise<void> {
  await crowdOf(keys.length, async (index) => {
    const query = new URLSearchParams({ source: keys[index] ?? '' }).toString();
    const answer = await fetch(`${url}/api/media-url?${query}`, { headers: HEADERS });
    await readBytes(((await answer.json()) as { url: string }).url);
  });
}

/** Submits outputs whose files the service is to fetch, all at once. */
export async function fetchUrls(url: string, { files, bytesEach }: CrowdSize): Promise<void> {
  const server = createServer((_req, res) => void fileOf(bytesEach).pipe(res));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    await crowdOf(files, (index) =>
      call(`${url}/api/logs`, {
        project: 'Files',
        output: 'See the file.',
        outputAttachments: [{ source: 'url', url: `http://127.0.0.1:${port}/${index}.txt` }],
      }),
    );
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

async function call(url: string, body: unknown): Promise<unknown> {
  const init = { method: 'POST', headers: HEADERS, body: JSON.stringify(body) };
  const answer = await fetch(url, init);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${text}`);
  return JSON.parse(text);
}

function crowdOf<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => work(index)));
}
