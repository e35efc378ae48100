import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { startServiceProcess, startServer } from '../load/service-process.ts';
import { type CrowdSize, download, fetchUrls, putPlainly, readPlainly, upload } from './crowds.ts';
import { ABOVE_IDLE_BYTES_MAX, type Crowd, describeCrowd, keptFlat } from './media-report.ts';
import { peakDuring, residentMemory } from './memory-peak.ts';

export interface MediaBenchOptions {
  readonly folder: string;
  readonly uploads: CrowdSize;
  readonly urls: CrowdSize;
  readonly print: (line: string) => void;
}

const PLAIN_SERVER = fileURLToPath(new URL('./plain-server.js', import.meta.url));

/**
 * Puts and reads crowds of files: by plain streams first, then by the embedded service on its folder
 * store, in the same run on the same disk.
 *
 * @returns whether the memory of the service stayed flat.
 */
export async function runMediaBench(options: MediaBenchOptions): Promise<boolean> {
  await measurePlain(options);
  const service = await startServiceProcess(join(options.folder, 'data'), {
    EGRESS_ALLOW_CIDRS: '127.0.0.0/8',
  });
  try {
    const idle = residentMemory(service.pid);
    options.print(`${'idle'.padEnd(44)} ${Math.round(idle / 1_000_000)} MB`);
    const crowds = await measureService(options, service, idle);
    const isFlat = keptFlat(crowds, idle);
    const limit = `${ABOVE_IDLE_BYTES_MAX / 1_000_000} MB above idle`;
    options.print(isFlat ? `Memory stayed under ${limit}.` : `Memory went beyond ${limit}.`);
    return isFlat;
  } finally {
    await service.stop();
  }
}

async function measurePlain({ folder, uploads, print }: MediaBenchOptions): Promise<void> {
  const copies = join(folder, 'plain');
  await mkdir(copies);
  const server = await startServer(PLAIN_SERVER, { args: [copies] });
  const bytes = uploads.files * uploads.bytesEach;
  try {
    const puts = await secondsOf(() => putPlainly(server.url, uploads));
    print(describeCrowd({ what: 'in, a plain stream copy', bytes, seconds: puts, peak: null }, 0));
    const reads = await secondsOf(() => readPlainly(server.url, uploads));
    print(
      describeCrowd({ what: 'out, a plain stream copy', bytes, seconds: reads, peak: null }, 0),
    );
  } finally {
    await server.stop();
  }
}

async function measureService(
  { uploads, urls, print }: MediaBenchOptions,
  { url, pid }: { readonly url: string; readonly pid: number },
  idle: number,
): Promise<Crowd[]> {
  const measure = async (what: string, size: CrowdSize, work: () => Promise<void>) => {
    let seconds = 0;
    const peak = await peakDuring(pid, async () => {
      seconds = await secondsOf(work);
    });
    const crowd = { what, bytes: size.files * size.bytesEach, seconds, peak };
    print(describeCrowd(crowd, idle));
    return crowd;
  };
  let keys: string[] = [];
  return [
    await measure(`in, ${uploads.files} uploads at once`, uploads, async () => {
      keys = await upload(url, uploads);
    }),
    await measure(`out, ${uploads.files} downloads at once`, uploads, () => download(url, keys)),
    await measure(`in, ${urls.files} urls fetched at once`, urls, () => fetchUrls(url, urls)),
  ];
}

async function secondsOf(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}
