import { closeSync, openSync } from 'node:fs';

import { systemClock } from '../../src/base/clock.ts';
import { makeLogger } from '../../src/base/logger.ts';
import { startLoop } from '../../src/lifecycle/start-loop.ts';

// Only Linux has /dev/full. A file that is open for reading cannot be written on any system.
const FULL = 'r';
const ROOMY = 'a';

const file = process.argv[2] ?? '';
const log = makeLogger({ service: 'test', level: 'info' });
let turns = 0;
const loop = startLoop({ name: 'test', everyMs: 1, run: turn, log, clock: systemClock });

function turn(): Promise<never> {
  turns += 1;
  if (turns === 1) reopenStderr(FULL);
  if (turns === 3) reopenStderr(ROOMY);
  if (turns === 4) {
    overflow();
    void loop.stop();
  }
  return Promise.reject(new Error(`turn ${turns}`));
}

function overflow(): void {
  reopenStderr(FULL);
  for (let i = 0; i < 3000; i += 1) log.info({ padding: 'x'.repeat(1024) }, 'one of many');
  reopenStderr(ROOMY);
  log.info({}, 'last');
}

/** The opened file gets the lowest free descriptor. */
function reopenStderr(flags: string): void {
  closeSync(2);
  openSync(file, flags);
}
