import { job } from '../context.ts';
import { forgetDoomed, listDoomed, postponeDoomed } from './doomed.sql.ts';
import { checkDaily, warnOfRefusals } from './keeper.ts';

// What a store deletes with one call.
const OBJECTS_MAX = 500;

/** Removes from the store what nobody needs any more; where the store is away it stays for later. */
export const removeDoomed = job({
  name: 'remove doomed files',
  // What a replica dooms it removes at once; this is for what another left, or what the store was away for.
  everyMs: 30_000,
  run: async ({ db, store, log, clock }, signal) => {
    while (!signal.aborted) {
      const objectKeys = await listDoomed(db, OBJECTS_MAX, clock.now());
      if (objectKeys.length === 0) return;
      const refused = await store.deleteMany(objectKeys);
      const kept = new Set(refused.map(({ key }) => key));
      await forgetDoomed(
        db,
        objectKeys.filter((key) => !kept.has(key)),
      );
      await postponeDoomed(db, [...kept], clock.now());
      warnOfRefusals(log, refused);
    }
  },
});

export const checkFilesDaily = job({
  name: 'check files',
  // Whether a day has passed; replicas take turns.
  everyMs: 60 * 60_000,
  run: checkDaily,
});
