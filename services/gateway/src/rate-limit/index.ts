export { MemoryRateWindow } from './memory-rate-window.ts';
export { formatRedisUser, REDIS_USER } from './redis-connection.ts';
