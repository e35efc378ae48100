import type { Client } from '../../harness/client.ts';
import { secondsOf, waitUntil } from '../frame/bench.ts';
import type { ServiceProcess } from '../frame/service.ts';
import { processorTimes, timesBetween, totalOf } from '../service/quick/processor-time.ts';
import { type Backtest, readBacktest, startBacktest } from './backtests.ts';

/** Exact rules for the texts of a filled store. None is expensive. */
export const RULES = [
  { name: 'phrase in no output', type: 'keyword_forbidden', value: 'guarantee' },
  { name: 'pattern in some outputs', type: 'regex_forbidden', value: '(?i)refund.*[0-9a-f]{11}7' },
  { name: 'phrase in all outputs', type: 'keyword_forbidden', value: 'refund' },
  { name: 'JSON in the metadata', type: 'json_field_exists', value: 'metadata.ticket' },
] as const;

export interface RuleTrial {
  readonly service: ServiceProcess;
  readonly manager: Client;
  readonly rule: (typeof RULES)[number];
  readonly max: number;
}

export interface Ran {
  readonly rule: RuleTrial['rule'];
  readonly backtest: Backtest;
  /** Duration of the backtest. */
  readonly seconds: number;
  /** Core seconds of Node. */
  readonly nodeSeconds: number;
  /** Core seconds of all processes of the service. */
  readonly coreSeconds: number;
}

const ASK_EVERY_MS = 200;

/** Runs a backtest to its end with no other load. */
export async function measureRule({ service, manager, rule, max }: RuleTrial): Promise<Ran> {
  const before = processorTimes(service.pid);
  let id = '';
  const seconds = await secondsOf(async () => {
    id = await startBacktest(manager, rule, max);
    await waitUntil(async () => (await readBacktest(manager, id)).state === 'done', ASK_EVERY_MS);
  });
  const times = timesBetween(before, processorTimes(service.pid));
  const backtest = await readBacktest(manager, id);
  return {
    ...{ rule, backtest, seconds },
    nodeSeconds: times.get('Node') ?? 0,
    coreSeconds: totalOf(times),
  };
}
