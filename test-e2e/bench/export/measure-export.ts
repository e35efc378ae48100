import { request } from 'undici';

import { bytesInUse } from '../frame/heap.ts';
import { peakDuring, residentMemory } from '../frame/processes.ts';
import { BENCH_ACCOUNT, type ServiceProcess } from '../frame/service.ts';

export const SUBJECTS = [
  { shape: 'full', format: 'jsonl' },
  { shape: 'full', format: 'csv' },
  { shape: 'decisions', format: 'jsonl' },
  { shape: 'preference', format: 'jsonl' },
] as const;

type Subject = (typeof SUBJECTS)[number];

export interface Written {
  readonly rows: number;
  readonly bytes: number;
  readonly seconds: number;
}

export interface Exported extends Written {
  /** The peak of memory in use after garbage collection, above the level before, in bytes. */
  readonly inUse: number;
  /** The peak of resident memory above the level before, in bytes. */
  readonly resident: number;
}

// Inspector port of the service on loopback.
export const INSPECT_PORT = 9_340;
const LOOKS = 5;

/** Exports at full speed. Then exports again with a reader that pauses to sample the memory. */
export async function measureExport(service: ServiceProcess, subject: Subject): Promise<Exported> {
  const { pid } = service;
  const idle = residentMemory(pid);
  let written: Written = { rows: 0, bytes: 0, seconds: 0 };
  const peak = await peakDuring(pid, async () => {
    written = await readExport(service, subject);
  });
  const before = await bytesInUse(pid, INSPECT_PORT);
  let most = 0;
  let next = 0;
  await readExport(service, subject, async (bytes) => {
    if (bytes < next) return;
    next += written.bytes / LOOKS;
    most = Math.max(most, await bytesInUse(pid, INSPECT_PORT));
  });
  return { ...written, inUse: most - before, resident: peak - idle };
}

const NEWLINE = '\n'.charCodeAt(0);

async function readExport(
  { url }: ServiceProcess,
  { shape, format }: Subject,
  onPart?: (bytes: number) => Promise<void>,
): Promise<Written> {
  const began = performance.now();
  const { statusCode, body } = await request(
    `${url}/api/logs/export?shape=${shape}&format=${format}`,
    { headers: { authorization: `Bearer ${BENCH_ACCOUNT.token}` } },
  );
  if (statusCode !== 200) throw new Error(`An export was answered ${statusCode}`);
  let bytes = 0;
  let lines = 0;
  for await (const part of body as AsyncIterable<Buffer>) {
    bytes += part.length;
    lines += countIn(part);
    await onPart?.(bytes);
  }
  const rows = format === 'csv' ? lines - 1 : lines;
  return { rows, bytes, seconds: (performance.now() - began) / 1_000 };
}

/** Counts lines. The texts of the bench have no line breaks. */
function countIn(part: Buffer): number {
  let count = 0;
  for (let at = part.indexOf(NEWLINE); at !== -1; at = part.indexOf(NEWLINE, at + 1)) count += 1;
  return count;
}
