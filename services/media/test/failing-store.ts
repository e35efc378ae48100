import { AppError } from '@output-review/errors';

import type { ObjectStore } from '../src/object-store/object-store.ts';

/** A store that can be made to fail. */
export interface FailingStore extends ObjectStore {
  /** How many more objects it accepts before every call fails; null for no limit. */
  putsLeft: number | null;
  /** Awaited before an object is stored. */
  beforePut: () => Promise<void>;
  /** Keys that `deleteMany` refuses to delete, like objects under a legal hold. */
  readonly undeletable: Set<string>;
}

export function makeFailingStore(store: ObjectStore): FailingStore {
  const checkThere = (): void => {
    if (failing.putsLeft !== 0) return;
    throw new AppError(
      'UNAVAILABLE',
      'The file store is unavailable right now. Try again in a moment.',
    );
  };
  const reached = async <T>(call: () => Promise<T>): Promise<T> => {
    checkThere();
    return call();
  };
  const takenIn = async (call: () => Promise<void>): Promise<void> => {
    await failing.beforePut();
    checkThere();
    // Decremented first, because other calls may come meanwhile.
    if (failing.putsLeft !== null) failing.putsLeft -= 1;
    await call();
  };
  const failing: FailingStore = {
    putsLeft: null,
    beforePut: async () => {},
    undeletable: new Set(),
    put: (...call) => takenIn(() => store.put(...call)),
    copy: (...call) => takenIn(() => store.copy(...call)),
    get: (...call) => reached(() => store.get(...call)),
    head: (...call) => reached(() => store.head(...call)),
    delete: (...call) => reached(() => store.delete(...call)),
    deleteMany: (keys) =>
      reached(async () => {
        const others = keys.filter((key) => !failing.undeletable.has(key));
        const refused = keys.filter((key) => failing.undeletable.has(key));
        const reason = 'AccessDenied';
        return [...(await store.deleteMany(others)), ...refused.map((key) => ({ key, reason }))];
      }),
    list: () => store.list(),
    links: null,
    probe: () => reached(() => store.probe()),
    close: () => store.close(),
  };
  return failing;
}
