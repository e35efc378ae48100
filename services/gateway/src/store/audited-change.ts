import type {
  AuditEntry,
  Auditor,
  AuditOrigin,
  Database,
  StoredEvent,
  Transaction,
} from '@output-review/runtime';

/** What is told of a change, in its transaction. */
export interface Telling {
  /** Keeps for the audit what was done. */
  audit(...entries: readonly AuditEntry[]): Promise<void>;
  /** Has events handed over after the commit that are in the outbox already. */
  handOver(events: readonly StoredEvent[]): void;
}

export interface AuditedChangeDeps {
  readonly database: Database;
  readonly auditor: Auditor;
  /** Called with the events of a change right after its commit. */
  readonly handOver: (events: readonly StoredEvent[]) => void;
}

/** Does work for somebody in one transaction with what is told of it. */
export type AuditedChange = <T>(
  origin: AuditOrigin,
  work: (tx: Transaction, telling: Telling) => Promise<T>,
) => Promise<T>;

export const makeAuditedChange =
  ({ database, auditor, handOver }: AuditedChangeDeps): AuditedChange =>
  async (origin, work) => {
    const { result, events } = await database.transaction(async (tx) => {
      // A transaction may be done over, and then tells of its last time only.
      const events: StoredEvent[] = [];
      const result = await work(tx, {
        audit: async (...entries) => {
          events.push(...(await auditor.record(tx, origin, ...entries)));
        },
        handOver: (more) => void events.push(...more),
      });
      return { result, events };
    });
    handOver(events);
    return result;
  };
