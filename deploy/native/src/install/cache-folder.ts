import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/**
 * Where installed programs are kept, each under its version: OUTPUT_REVIEW_CACHE, or
 * `~/.cache/output-review`. It only saves time and may be removed whenever nothing runs from it.
 */
export function cacheFolder(env: Readonly<Record<string, string | undefined>>): string {
  return resolve(env['OUTPUT_REVIEW_CACHE'] || join(homedir(), '.cache', 'output-review'));
}
