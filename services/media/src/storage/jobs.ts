import { job } from '../context.ts';
import { forgetDoomed, listDoomed, postponeDoomed } from './object-deletions.sql.ts';
import { checkDaily, warnOfRefusals } from './keeper.ts';

// Objects per call to the store.
const OBJECTS_MAX = 500;

/** Removes scheduled objects from the store. If the store is down, they stay scheduled. */
export const removeDoomed = job({
  name: 'remove doomed files',
  // A replica removes the objects it schedules at once. This interval is for those left by other replicas or by an
  // outage of the store.
  everyMs: 30_000,
  run: async ({ db, store, log, clock }, signal) => {
    while (!signal.aborted) {
      const objectKeys = await listDoomed(db, OBJECTS_MAX, clock.now());
      if (objectKeys.length === 0) return;
      const refused = await store.deleteMany(objectKeys);
      const refusedKeys = new Set(refused.map(({ key }) => key));
      await forgetDoomed(
        db,
        objectKeys.filter((key) => !refusedKeys.has(key)),
      );
      await postponeDoomed(db, [...refusedKeys], clock.now());
      warnOfRefusals(log, refused, refused.length);
    }
  },
});

export const checkFilesDaily = job({
  name: 'check files',
  // Checks hourly whether a day has passed. Only one replica runs it.
  everyMs: 60 * 60_000,
  run: checkDaily,
});
