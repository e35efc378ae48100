import type { Logger } from '@output-review/runtime';

import type { CheckFiles } from './check-files.ts';
import type { KeeperRuns } from './stored-rows.ts';

const DAY_MS = 24 * 60 * 60_000;

export const makeCheckDaily =
  ({
    checkFiles,
    runs,
    now,
    log,
  }: {
    readonly checkFiles: CheckFiles;
    readonly runs: KeeperRuns;
    readonly now: () => Date;
    readonly log: Pick<Logger, 'info' | 'error'>;
  }) =>
  /** Compares store and tables where no replica has done so for a day, and logs what was found. */
  async (): Promise<void> => {
    const at = now();
    if (!(await runs.begin(at, new Date(at.getTime() - DAY_MS)))) return;
    const { missingKeys, ...found } = await checkFiles();
    log.info(found, 'files checked');
    if (found.missing > 0) log.error({ keys: missingKeys }, 'files have lost their bytes');
  };
