import { join } from 'node:path';

import { formatReport } from '../load/report.ts';
import { startServiceProcess } from '../load/service-process.ts';
import { awaitCounted } from './await-counted.ts';
import { fillLog } from './fill-log.ts';
import { measureStatistics } from './measure-statistics.ts';
import { signInBench } from './stats-client.ts';

export interface StatsBenchOptions {
  readonly folder: string;
  readonly outputs: number;
  readonly print: (line: string) => void;
}

/**
 * Puts a year of work into the log of a stopped service, has the service count it as it counts whatever
 * happens, and asks for statistics through its door.
 *
 * @returns whether every answer was there in time.
 */
export async function runStatsBench(options: StatsBenchOptions): Promise<boolean> {
  const { outputs, print } = options;
  const dataDir = join(options.folder, 'service');
  await (await startServiceProcess(dataDir)).stop();
  const until = new Date();
  const filled = performance.now();
  await fillLog({ dataDir, outputs, until });
  print(`${told(outputs)} outputs of a year written into the log ${since(filled)}`);
  const service = await startServiceProcess(dataDir);
  try {
    const counted = performance.now();
    const read = await signInBench(service.url);
    await awaitCounted(read, { outputs, until });
    print(`counted by the service itself ${since(counted)}`);
    const measurements = await measureStatistics(read, until);
    print(`\n${formatReport(measurements)}`);
    return measurements.every(({ isReached }) => isReached);
  } finally {
    await service.stop();
  }
}

const told = (count: number): string => count.toLocaleString('en');
const since = (beganMs: number): string =>
  `in ${((performance.now() - beganMs) / 1_000).toFixed(1)} s`;
