import { type CloserStack, makeJobStarter } from '@output-review/runtime';

import type { SeenMediaOptions } from '../options.ts';
import { makeCheckDaily } from '../use-cases/keeper/check-daily.ts';
import type { CheckFiles } from '../use-cases/keeper/check-files.ts';
import { makeRemoveDoomed } from '../use-cases/remove-doomed.ts';
import { makeForgetUnused } from '../use-cases/uploads/forget-unused.ts';
import type { Stores } from './stores.ts';

export interface Jobs {
  /** Removes at once what has just been doomed. */
  wakeRemoval(): void;
}

export interface JobParts {
  readonly stores: Stores;
  readonly checkFiles: CheckFiles;
  readonly closers: CloserStack;
}

// What a replica dooms it removes at once; this is for what another left, or what the store was away for.
const REMOVE_EVERY_MS = 30_000;
const FORGET_EVERY_MS = 10 * 60_000;
// Whether a day has passed; replicas take turns.
const CHECK_EVERY_MS = 60 * 60_000;

/** Starts what is done from time to time. */
export function startJobs(
  { objectStore: store, log, clock }: SeenMediaOptions,
  { stores, checkFiles, closers }: JobParts,
): Jobs {
  const { doomed, uploads, runs } = stores;
  const now = () => clock.now();
  const start = makeJobStarter({ log, clock, closers });
  const removal = start(
    'remove doomed files',
    REMOVE_EVERY_MS,
    makeRemoveDoomed({ doomed, store }),
  );
  const forgetUnused = makeForgetUnused({ uploads, now });
  start('forget unused uploads', FORGET_EVERY_MS, async (signal) => {
    await forgetUnused(signal);
    removal.wake();
  });
  start('check files', CHECK_EVERY_MS, makeCheckDaily({ checkFiles, runs, now, log }));
  return { wakeRemoval: () => removal.wake() };
}
