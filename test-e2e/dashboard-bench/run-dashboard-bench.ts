import { join } from 'node:path';

import { formatReport, type Measurement } from '../load/report.ts';
import { seedOutputs } from '../load/seed-outputs.ts';
import { startServiceProcess } from '../load/service-process.ts';
import { measureKeys } from './measure-keys.ts';
import { measureLighthouse } from './measure-lighthouse.ts';
import { measurePaint } from './measure-paint.ts';
import { measureScrolling } from './measure-scrolling.ts';
import { openSignedIn } from './open-signed-in.ts';

export interface DashboardBenchOptions {
  readonly folder: string;
  /** How many the workspace has; one in thirty of them waits for a decision. */
  readonly outputs: number;
  readonly print: (line: string) => void;
}

/**
 * Looks at the page as a reviewer has it, on an embedded service: how soon it is painted, what Lighthouse
 * says of it, whether it scrolls smoothly, and how long a key takes.
 *
 * @returns whether every limit was kept.
 */
export async function runDashboardBench(options: DashboardBenchOptions): Promise<boolean> {
  const { folder, outputs, print } = options;
  const dataDir = join(folder, 'data');
  // It makes the workspace that the outputs are put into.
  await (await startServiceProcess(dataDir)).stop();
  await seedOutputs({ dataDir, count: outputs });
  const service = await startServiceProcess(dataDir);
  try {
    await using browser = await openSignedIn(service.url, join(folder, 'profile'));
    const measurements: Measurement[] = [];
    for (const measure of [measurePaint, measureKeys, measureScrolling, measureLighthouse]) {
      const measured = await measure(browser);
      print(formatReport(measured));
      measurements.push(...measured);
    }
    print(`\n${formatReport(measurements)}`);
    return measurements.every(({ isReached }) => isReached);
  } finally {
    await service.stop();
  }
}
