import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { type Bench, runBench, secondsOf } from '../frame/bench.ts';
import { peakDuring, residentMemory } from '../frame/processes.ts';
import { startServer, startService } from '../frame/service.ts';
import { type CrowdSize, download, fetchUrls, putPlainly, readPlainly, upload } from './crowds.ts';

const MIB = 1024 * 1024;
const MB = 1_000_000;

/** Maximum memory for many concurrent files. Source: the rules for files. */
const ABOVE_IDLE_BYTES_MAX = 250 * MB;

const PLAIN_SERVER = fileURLToPath(new URL('./plain-server.js', import.meta.url));

// Uploads and downloads many files at once: first as plain streams, then with the embedded service on its folder store,
// in the same run on the same disk.
await runBench({
  options: {
    files: { type: 'string', default: '50' },
    megabytes: { type: 'string', default: '32' },
    // All URLs of a submission have ten seconds. This is what a machine can fetch in that time in total.
    'url-megabytes': { type: 'string', default: '4' },
  },
  beside: 'clients on the same cores',
  run: async (bench, values) => {
    const files = Number(values.files);
    const uploads = { files, bytesEach: Number(values.megabytes) * MIB };
    const urls = { files, bytesEach: Number(values['url-megabytes']) * MIB };
    await measurePlain(bench, uploads);
    const highest = await measureService(bench, { uploads, urls });
    const isFlat = highest < ABOVE_IDLE_BYTES_MAX;
    const limit = `${ABOVE_IDLE_BYTES_MAX / MB} MB above idle`;
    bench.print(isFlat ? `Memory stayed under ${limit}.` : `Memory exceeded ${limit}.`);
    return isFlat;
  },
});

async function measurePlain(bench: Bench, uploads: CrowdSize): Promise<void> {
  const copies = join(bench.folder, 'plain');
  await mkdir(copies);
  const { url, stop } = await startServer(bench, PLAIN_SERVER, { args: [copies] });
  const puts = await secondsOf(() => putPlainly(url, uploads));
  bench.print(describeCrowd('upload, plain stream copy', uploads, puts));
  const reads = await secondsOf(() => readPlainly(url, uploads));
  bench.print(describeCrowd('download, plain stream copy', uploads, reads));
  await stop();
}

interface Sizes {
  readonly uploads: CrowdSize;
  readonly urls: CrowdSize;
}

/** @returns the peak of the service's memory, in bytes above idle. */
async function measureService(bench: Bench, { uploads, urls }: Sizes): Promise<number> {
  const { url, pid } = await startService(bench, 'data', {
    settings: { EGRESS_ALLOW_CIDRS: '127.0.0.0/8' },
  });
  const idle = residentMemory(pid);
  bench.print(`${'idle'.padEnd(44)} ${Math.round(idle / MB)} MB`);
  let highest = 0;
  const measure = async (what: string, size: CrowdSize, work: () => Promise<void>) => {
    let seconds = 0;
    const peak = await peakDuring(pid, async () => {
      seconds = await secondsOf(work);
    });
    highest = Math.max(highest, peak - idle);
    const above = `${Math.round((peak - idle) / MB)} MB above idle`;
    bench.print(`${describeCrowd(what, size, seconds)}, ${above}`);
  };
  let keys: string[] = [];
  await measure(`${uploads.files} concurrent uploads`, uploads, async () => {
    keys = await upload(url, uploads);
  });
  await measure(`${uploads.files} concurrent downloads`, uploads, () => download(url, keys));
  await measure(`${urls.files} concurrent files by URL`, urls, () => fetchUrls(url, urls));
  return highest;
}

/** Formats the throughput. */
function describeCrowd(what: string, { files, bytesEach }: CrowdSize, seconds: number): string {
  const bytes = files * bytesEach;
  const rate = `${Math.round(bytes / seconds / MB)} MB/s`;
  const took = `${Math.round(bytes / MB)} MB in ${seconds.toFixed(1)} s`;
  return `${what.padEnd(44)} ${rate.padStart(9)}   ${took}`;
}
