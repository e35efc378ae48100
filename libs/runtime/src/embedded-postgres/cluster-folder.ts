import type { Account } from './account.ts';

export interface ClusterFolder {
  /** Working folder to start PostgreSQL's programs in. */
  readonly cwd: string;
  /** What they are told for `-D`. */
  readonly argument: string;
}

/**
 * How PostgreSQL's programs are shown a folder. The account that root runs them as often may not
 * pass through the parents, as under /root or in a private temporary folder. On Linux it need not:
 * root goes there before it changes the user, and /proc/self/cwd leads back without the way.
 */
export function showFolder(dir: string, account: Account | undefined): ClusterFolder {
  const isReachedByCwd = process.platform === 'linux' && account !== undefined;
  return { cwd: dir, argument: isReachedByCwd ? '/proc/self/cwd' : dir };
}
