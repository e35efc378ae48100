import { useState } from 'react';

interface Place {
  /** The rows, in their order. */
  readonly ids: readonly string[];
  /** What the address says; where it says nothing, the first row is looked at. */
  readonly openId: string | undefined;
  /** Which rows these are: another filter begins at its own first row. */
  readonly view: string;
  /** Whether the rows are those of the view, and not still those of the one before. */
  readonly isSettled: boolean;
}

/**
 * The output that is looked at, and those beside it. It stays when it leaves the list, because somebody
 * else decided it: who is about to press a key must not have another one under the finger.
 */
export function useCurrent({ ids, openId, view, isSettled }: Place) {
  const [first, setFirst] = useState<{ readonly view: string; readonly id: string }>();
  const [firstId] = ids;
  if (openId === undefined && isSettled && firstId !== undefined && first?.view !== view) {
    setFirst({ view, id: firstId });
  }
  const currentId = openId ?? (first?.view === view ? first.id : firstId);
  const index = currentId === undefined ? -1 : ids.indexOf(currentId);
  const [lastIndex, setLastIndex] = useState(0);
  if (index >= 0 && index !== lastIndex) setLastIndex(index);
  // Where it has gone from the list, the one after it has moved up into its place.
  const [nextIndex, previousIndex] =
    index >= 0 ? [index + 1, index - 1] : [lastIndex, lastIndex - 1];
  return {
    currentId,
    index,
    next: ids[nextIndex],
    previous: ids[previousIndex],
    /** Begins at the first row again. */
    forget: () => setFirst(undefined),
  };
}
