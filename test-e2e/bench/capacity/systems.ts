import { SERVICES } from '@output-review/contracts';

import { databaseOf, embeddedDatabaseUrl } from '../../harness/process.ts';
import { startStackSystem } from '../../harness/stack-system.ts';
import type { Bench } from '../frame/bench.ts';
import { BENCH_SETTINGS, startService } from '../frame/service.ts';
import { type ProcessorTimes, processorTimes, totalOf } from '../service/quick/processor-time.ts';

/** A running system to measure. */
export interface CapacitySystem {
  readonly url: string;
  readonly superuserUrl: string;
  /** Core seconds so far, by process. */
  times(): ProcessorTimes;
}

export async function startEmbedded(bench: Bench): Promise<CapacitySystem> {
  const { url, pid, dataDir } = await startService(bench, 'capacity');
  const times = (): ProcessorTimes => {
    const all = processorTimes(pid);
    const node = (all.get('Node') ?? 0) + (all.get('beside Node') ?? 0);
    return new Map([
      ['Node', node],
      ['PostgreSQL', totalOf(all) - node],
    ]);
  };
  return { url, superuserUrl: await embeddedDatabaseUrl(dataDir), times };
}

export async function startStack(bench: Bench): Promise<CapacitySystem> {
  const { stack, url, stop } = await startStackSystem({
    env: BENCH_SETTINGS,
    signal: bench.signal,
  });
  bench.onEnd('stack', stop);
  const roots = new Map<string, readonly number[]>([
    ...SERVICES.map((name) => [name, stack.services[name].map(({ pid }) => pid)] as const),
    ['PostgreSQL', [stack.postgres.pid]],
    ['Kafka', stack.kafka.nodes.map(({ pid }) => pid)],
    ['Redis', [stack.redis.pid]],
  ]);
  const times = (): ProcessorTimes =>
    new Map(
      [...roots].map(([name, pids]) => [
        name,
        pids.reduce((sum, pid) => sum + totalOf(processorTimes(pid)), 0),
      ]),
    );
  return { url, superuserUrl: databaseOf(stack.postgres.superuserUrl), times };
}
