import { useState } from 'react';

/** Which rows are selected, one by one or from the last one on. */
export function useSelection() {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [last, setLast] = useState<string | null>(null);
  return {
    selected,
    toggle(id: string): void {
      const next = new Set(selected);
      if (!next.delete(id)) next.add(id);
      setSelected(next);
      setLast(id);
    },
    /** All from the last that was selected to this one. */
    extendTo(id: string, ids: readonly string[]): void {
      const ends = [ids.indexOf(last ?? id), ids.indexOf(id)].sort((one, other) => one - other);
      const [from = 0, to = 0] = ends;
      setSelected(new Set([...selected, ...ids.slice(Math.max(from, 0), to + 1)]));
      setLast(id);
    },
    choose(ids: readonly string[]): void {
      setSelected(new Set(ids));
    },
    clear(): void {
      setSelected(new Set());
      setLast(null);
    },
  };
}

export type Selection = ReturnType<typeof useSelection>;
