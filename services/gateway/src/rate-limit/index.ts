export { MemoryRateWindow } from './memory-rate-window.ts';
export {
  type OpenedRateWindow,
  openSharedRateWindow,
  type SharedRateWindowOptions,
} from './open-shared-rate-window.ts';
export { rateWindowTablesSql } from './rate-window-tables.ts';
export { formatRedisUser, REDIS_USER } from './redis-connection.ts';
export {
  RATE_WINDOW_MS,
  type RateSlot,
  type RateWindow,
  type RefillableRateWindow,
} from './rate-window.ts';
export type { RateWindowStats } from './window-counter.ts';
