import { useMemo, useState } from 'react';

interface Selected {
  readonly ids: ReadonlySet<string>;
  /** Where a range begins. */
  readonly last: string | null;
}

const NOTHING: Selected = { ids: new Set(), last: null };

/** Which rows are selected, one by one or from the last one on; what changes that stays the same. */
export function useSelection() {
  const [{ ids: selected }, change] = useState(NOTHING);
  const changes = useMemo(
    () => ({
      toggle(id: string): void {
        change(({ ids }) => {
          const next = new Set(ids);
          if (!next.delete(id)) next.add(id);
          return { ids: next, last: id };
        });
      },
      /** All from the last that was selected to this one. */
      extendTo(id: string, rows: readonly string[]): void {
        change(({ ids, last }) => {
          const ends = [rows.indexOf(last ?? id), rows.indexOf(id)];
          const [from = 0, to = 0] = ends.sort((one, other) => one - other);
          return { ids: new Set([...ids, ...rows.slice(Math.max(from, 0), to + 1)]), last: id };
        });
      },
      choose(rows: readonly string[]): void {
        change(({ last }) => ({ ids: new Set(rows), last }));
      },
      clear(): void {
        change(NOTHING);
      },
    }),
    [],
  );
  return { selected, ...changes };
}

export type Selection = ReturnType<typeof useSelection>;
