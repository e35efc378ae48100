import { setTimeout as wait } from 'node:timers/promises';

import { memoryOfTree } from '../../frame/processes.ts';
import { megabytes, type Measurement } from '../../frame/report.ts';
import type { ServiceProcess } from '../../frame/service.ts';

const READY_MS_MAX = 5_000;
const MEMORY_BYTES_MAX = 300 * 1024 * 1024;
// Time for start-up garbage to be collected and for all loops to run once.
const SETTLE_MS = 20_000;

/** Measures the time to start on existing data, and the memory of the idle service. */
export async function measureStartAndMemory(service: ServiceProcess): Promise<Measurement[]> {
  await wait(SETTLE_MS);
  const bytes = memoryOfTree(service.pid);
  return [
    {
      measure: 'ready after a start with existing data',
      ours: `${(service.readyMs / 1000).toFixed(1)} s`,
      goal: `< ${READY_MS_MAX / 1000} s`,
      isReached: service.readyMs < READY_MS_MAX,
    },
    {
      measure: 'memory of all processes while idle (PSS)',
      ours: megabytes(bytes),
      goal: `< ${megabytes(MEMORY_BYTES_MAX)}`,
      isReached: bytes < MEMORY_BYTES_MAX,
    },
  ];
}
