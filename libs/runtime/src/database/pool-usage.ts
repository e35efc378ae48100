import type { Pool } from 'pg';

import type { PoolUsage } from './database.ts';

/** How the connections of one of pg's pools are used. */
export function usageOf({ options, totalCount, idleCount, waitingCount }: Pool): PoolUsage {
  return {
    max: options.max,
    inUse: totalCount - idleCount,
    idle: idleCount,
    waiting: waitingCount,
  };
}
