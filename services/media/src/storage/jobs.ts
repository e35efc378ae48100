import { job } from '../context.ts';
import { forgetDoomed, listDoomed, postponeDoomed } from './doomed.sql.ts';
import { checkDaily } from './keeper.ts';
import { warnOfRefusals } from './refusals.ts';

// What a store deletes with one call.
const OBJECTS_MAX = 500;

/** Removes from the store what nobody needs any more; where the store is away it stays for later. */
export const removeDoomed = job({
  name: 'remove doomed files',
  // What a replica dooms it removes at once; this is for what another left, or what the store was away for.
  everyMs: 30_000,
  run: async ({ db, store, log }, signal) => {
    while (!signal.aborted) {
      const objectKeys = await listDoomed(db, OBJECTS_MAX);
      if (objectKeys.length === 0) return;
      const refused = await store.deleteMany(objectKeys);
      const kept = new Set(refused.map(({ key }) => key));
      await forgetDoomed(
        db,
        objectKeys.filter((key) => !kept.has(key)),
      );
      await postponeDoomed(db, [...kept]);
      warnOfRefusals(log, refused);
      // Whatever is behind them waits for the next turn: it may all be refused, without end.
      if (kept.size === objectKeys.length) return;
    }
  },
});

export const checkFilesDaily = job({
  name: 'check files',
  // Whether a day has passed; replicas take turns.
  everyMs: 60 * 60_000,
  run: checkDaily,
});
