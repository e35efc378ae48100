import type { OutgoingEvent, OutboxStore, StoredEvent } from '@output-review/runtime';

/** An outbox of a test: what was written and not acknowledged. */
export interface MemoryOutbox {
  readonly store: OutboxStore;
  add(events: readonly OutgoingEvent[]): StoredEvent[];
  /** The ids of what was acknowledged, in that order. */
  readonly acknowledged: string[];
}

export function makeMemoryOutbox(): MemoryOutbox {
  const rows = new Map<string, StoredEvent>();
  const acknowledged: string[] = [];
  let seq = 0;
  return {
    acknowledged,
    add: (events) =>
      events.map((event) => {
        seq += 1;
        const row = { ...event, seq: String(seq) };
        rows.set(row.seq, row);
        return row;
      }),
    store: {
      claim: async ({ rowsMax, after }, exclude) =>
        [...rows.values()]
          .filter((row) => Number(row.seq) > Number(after ?? 0) && !exclude.includes(row.seq))
          .slice(0, rowsMax),
      remove: async (seqs) => {
        for (const one of seqs) {
          const row = rows.get(one);
          if (row) acknowledged.push(row.id);
          rows.delete(one);
        }
      },
      stats: async () => ({ rows: rows.size, oldestMs: 0 }),
    },
  };
}
