import type { ObjectStore } from '@output-review/runtime';

import type { DoomedObjects } from './doomed-objects.ts';

// What a store deletes with one call.
const OBJECTS_MAX = 500;

export const makeRemoveDoomed =
  ({
    doomed,
    store,
  }: {
    readonly doomed: Pick<DoomedObjects, 'list' | 'forget'>;
    readonly store: Pick<ObjectStore, 'deleteMany'>;
  }) =>
  /** Removes from the store what nobody needs any more; where the store is away it stays for later. */
  async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      const objectKeys = await doomed.list(OBJECTS_MAX);
      if (objectKeys.length === 0) return;
      await store.deleteMany(objectKeys);
      await doomed.forget(objectKeys);
    }
  };
