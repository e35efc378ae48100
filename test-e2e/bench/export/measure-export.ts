import { request } from 'undici';

import { peakDuring, residentMemory } from '../frame/processes.ts';
import { BENCH_ACCOUNT, type ServiceProcess } from '../frame/service.ts';

export const SUBJECTS = [
  { shape: 'full', format: 'jsonl' },
  { shape: 'full', format: 'csv' },
  { shape: 'decisions', format: 'jsonl' },
  { shape: 'preference', format: 'jsonl' },
] as const;

export interface Exported {
  readonly rows: number;
  readonly bytes: number;
  readonly seconds: number;
  /** The most that the service had beyond what it has when nothing is asked of it; null where there is no service. */
  readonly memory: number | null;
}

const NEWLINE = '\n'.charCodeAt(0);

/** Reads a whole export as fast as it comes. */
export async function measureExport(
  { url, pid }: ServiceProcess,
  { shape, format }: (typeof SUBJECTS)[number],
): Promise<Exported> {
  const idle = residentMemory(pid);
  let [bytes, rows, seconds] = [0, 0, 0];
  const peak = await peakDuring(pid, async () => {
    const began = performance.now();
    const { statusCode, body } = await request(
      `${url}/api/logs/export?shape=${shape}&format=${format}`,
      { headers: { authorization: `Bearer ${BENCH_ACCOUNT.token}` } },
    );
    if (statusCode !== 200) throw new Error(`An export was answered ${statusCode}`);
    for await (const part of body as AsyncIterable<Buffer>) {
      bytes += part.length;
      rows += countIn(part);
    }
    seconds = (performance.now() - began) / 1_000;
  });
  return { rows: format === 'csv' ? rows - 1 : rows, bytes, seconds, memory: peak - idle };
}

/** Texts of the bench have no line breaks. */
function countIn(part: Buffer): number {
  let count = 0;
  for (let at = part.indexOf(NEWLINE); at !== -1; at = part.indexOf(NEWLINE, at + 1)) count += 1;
  return count;
}
