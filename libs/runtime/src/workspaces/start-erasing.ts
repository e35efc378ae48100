import type { Clock } from '../clock/clock.ts';
import type { CloserStack } from '../lifecycle/closer-stack.ts';
import { makeJobStarter } from '../lifecycle/make-job-starter.ts';
import type { Logger } from '../log/logger.ts';
import { type EraseWorkspacesDeps, makeEraseWorkspaces } from './erase-workspaces.ts';

// A workspace is to be gone within minutes, and what comes late too.
export const ERASE_EVERY_MS = 5_000;

export interface ErasingOptions extends EraseWorkspacesDeps {
  readonly log: Logger;
  readonly clock: Clock;
  readonly closers: CloserStack;
  readonly everyMs?: number | undefined;
}

/** Starts to erase workspaces as they are listed. */
export function startErasing({
  log,
  clock,
  closers,
  everyMs = ERASE_EVERY_MS,
  ...deps
}: ErasingOptions): void {
  const start = makeJobStarter({ log, clock, closers });
  start('erase workspaces', everyMs, makeEraseWorkspaces(deps));
}
