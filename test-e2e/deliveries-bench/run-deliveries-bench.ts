import { join } from 'node:path';

import { formatReport, perSecond } from '../load/report.ts';
import { startServiceProcess } from '../load/service-process.ts';
import { measureSide } from './measure-side.ts';

export interface DeliveriesBenchOptions {
  readonly folder: string;
  readonly destinations: number;
  /** How many of them hang, on the other side. */
  readonly dead: number;
  readonly deliveries: number;
  readonly print: (line: string) => void;
}

// What two runs of the same differ by on a machine that does nothing else.
const TIMES_MAX = 1.2;

/**
 * Tells the same outputs to destinations of which none is dead, and then to as many of which some are,
 * each by a fresh embedded service.
 *
 * @returns whether the healthy ones were told as fast.
 */
export async function runDeliveriesBench(options: DeliveriesBenchOptions): Promise<boolean> {
  const alive = await measure(options, 0);
  const beside = await measure(options, options.dead);
  const times = beside.perSecond === 0 ? Infinity : alive.perSecond / beside.perSecond;
  const goals = [
    {
      measure: `a delivery to a healthy one of ${options.destinations}, ${options.dead} being dead`,
      ours: `${times.toFixed(2)} × the time without dead ones`,
      goal: `≤ ${TIMES_MAX} ×`,
      isReached: times <= TIMES_MAX,
    },
  ];
  options.print(`\n${formatReport(goals)}`);
  return times <= TIMES_MAX;
}

async function measure(
  { folder, destinations, deliveries, print }: DeliveriesBenchOptions,
  dead: number,
): Promise<{ readonly perSecond: number }> {
  const service = await startServiceProcess(join(folder, `${dead}-dead`), {
    EGRESS_ALLOW_CIDRS: '127.0.0.0/8',
  });
  try {
    const outputs = Math.round(deliveries / destinations);
    const seconds = await measureSide(service.url, { destinations, dead, outputs });
    const toHealthy = outputs * (destinations - dead);
    const rate = toHealthy / seconds;
    const what = `${destinations} destinations, ${dead} dead`;
    const told = `${toHealthy.toLocaleString('en')} deliveries to the healthy ones`;
    print(`${what.padEnd(28)} ${told} in ${seconds.toFixed(1)} s, ${perSecond(rate)}`);
    return { perSecond: rate };
  } finally {
    await service.stop();
  }
}
