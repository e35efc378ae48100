import { createServer } from 'node:http';

import { listenOnLoopback } from '@output-review/runtime/testing';

import { automationAt, bodyOf } from '../frame/client.ts';
import { fileOf, putFile, readBytes } from './files.ts';

export interface CrowdSize {
  readonly files: number;
  readonly bytesEach: number;
}

/** Uploads files to a plain server, without authentication. */
export async function putPlainly(url: string, { files, bytesEach }: CrowdSize): Promise<void> {
  await crowdOf(files, (index) => putFile(`${url}/${index}`, bytesEach));
}

export async function readPlainly(url: string, { files }: CrowdSize): Promise<void> {
  await crowdOf(files, (index) => readBytes(`${url}/${index}`));
}

/** Creates uploads and sends their files, all at once. @returns their keys. */
export async function upload(url: string, { files, bytesEach }: CrowdSize): Promise<string[]> {
  const automation = automationAt(url);
  return crowdOf(files, async () => {
    const ticket = await bodyOf(automation.post('/api/uploads', { sizeBytes: bytesEach }));
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
  const automation = automationAt(url);
  await crowdOf(keys.length, async (index) => {
    const query = new URLSearchParams({ source: keys[index] ?? '' }).toString();
    const link = await bodyOf(automation.get(`/api/media-url?${query}`));
    await readBytes(String(link['url']));
  });
}

/** Submits outputs with files by URL, all at once. */
export async function fetchUrls(url: string, { files, bytesEach }: CrowdSize): Promise<void> {
  const automation = automationAt(url);
  const server = createServer((_req, res) => void fileOf(bytesEach).pipe(res));
  await using loopback = await listenOnLoopback(server);
  await crowdOf(files, (index) =>
    bodyOf(
      automation.post('/api/logs', {
        project: 'Files',
        output: 'See the file.',
        outputAttachments: [
          { source: 'url', url: `http://127.0.0.1:${loopback.port}/${index}.txt` },
        ],
      }),
    ),
  );
}

function crowdOf<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => work(index)));
}
