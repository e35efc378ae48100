import { job } from '../context.ts';
import { forgetNames, forgetUploads } from './uploads.sql.ts';

/** Source: the rules for files of the interface, "unused uploads go after 24 h". */
const UNUSED_MS_MAX = 24 * 60 * 60_000;

/** Deletes uploads that no output has claimed in time. */
export const forgetUnused = job({
  name: 'delete unused uploads',
  everyMs: 10 * 60_000,
  run: async ({ db, clock, jobs }, signal) => {
    while (!signal.aborted) {
      const at = clock.now();
      const before = new Date(at.getTime() - UNUSED_MS_MAX);
      if ((await db.transaction((tx) => forgetUploads(tx, before, at))) === 0) break;
    }
    jobs.removeDoomed.wake();
  },
});

/** Forgets the names of uploads that outputs have consumed. The files of the output have the names to display. */
export const forgetUsedNames = job({
  name: 'delete names of used uploads',
  everyMs: 60_000,
  run: async ({ db }, signal) => {
    while (!signal.aborted && (await forgetNames(db)) > 0);
  },
});
