import { createHash } from 'node:crypto';

/** What the keys of the window begin with. */
export const KEY_PREFIX = 'output-review:rate-window';

/** Whom the gateway signs in as where Redis has users. */
export const REDIS_USER = 'gateway';

// What `RedisConnection` sends and its scripts call.
const COMMANDS = [
  ...['ping', 'info', 'time', 'client|setname', 'script|load', 'evalsha'],
  ...['get', 'set', 'pexpire'],
  ...['zadd', 'zcard', 'zrange', 'zrangebyscore', 'zremrangebyscore', 'zscore'],
];

/** The line of an ACL file of Redis, or of Valkey, for the gateway's user: its commands on its keys. */
export function formatRedisUser(password: string): string {
  const hash = createHash('sha256').update(password).digest('hex');
  const commands = COMMANDS.map((command) => `+${command}`).join(' ');
  return `user ${REDIS_USER} on #${hash} ~${KEY_PREFIX}:* resetchannels -@all ${commands}`;
}
