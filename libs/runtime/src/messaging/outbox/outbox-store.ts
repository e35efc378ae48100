import type { OutgoingEvent } from '../bus.ts';

/** An event with a row in an outbox. */
export interface StoredEvent extends OutgoingEvent {
  /** The row's key in the store; unique within it. */
  readonly seq: string;
}

export interface ClaimLimits {
  readonly rowsMax: number;
  /** Bytes of JSON. A single row may exceed it. */
  readonly bytesMax: number;
  /** Younger rows are left to the replica that wrote them, which has them in memory. */
  readonly olderThanMs: number;
  /** Only rows after this one, in the store's order. */
  readonly after: string | null;
  /** Whether to ignore existing claims: without other replicas they belong to a killed process and would block. */
  readonly isSingleInstance: boolean;
}

export interface OutboxStats {
  /** Number of waiting rows, counted up to a limit. */
  readonly rows: number;
  /** Age of the oldest row; 0 if there is none. */
  readonly oldestMs: number;
}

/** The storage of a relay: the table `outbox`, or a service's own table. */
export interface OutboxStore {
  /** Takes rows in the store's order. Other replicas cannot take them for a while. */
  claim(limits: ClaimLimits, exclude: readonly string[]): Promise<StoredEvent[]>;
  /** Removes sent rows. Ignores unknown ones. */
  remove(seqs: readonly string[]): Promise<void>;
  /** Releases claims on unsent rows, so that other replicas can take them immediately. */
  release(seqs: readonly string[]): Promise<void>;
  stats(): Promise<OutboxStats>;
}
