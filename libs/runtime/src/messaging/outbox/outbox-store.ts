import type { OutgoingEvent } from '../bus.ts';

/** An event that has a row in an outbox. */
export interface StoredEvent extends OutgoingEvent {
  /** The row, in the store's own words; unique in it. */
  readonly seq: string;
}

export interface ClaimLimits {
  readonly rowsMax: number;
  /** Of JSON; a single row may have more. */
  readonly bytesMax: number;
  /** Younger rows are left to the replica that wrote them, which has them at hand. */
  readonly olderThanMs: number;
  /** Only what comes after this one in the store's order. */
  readonly after: string | null;
  /** Whether claims of others are passed over: there are no others, and a killed one's would hold. */
  readonly isSingleInstance: boolean;
}

export interface OutboxStats {
  /** Rows that wait; a big number is counted only up to a limit. */
  readonly rows: number;
  /** Age of the oldest; 0 when there is none. */
  readonly oldestMs: number;
}

/** Where a relay's rows are: the table `outbox`, or a service's own that serves as one. */
export interface OutboxStore {
  /** Takes rows in the store's order, so that no other replica takes them for a while. */
  claim(limits: ClaimLimits, exclude: readonly string[]): Promise<StoredEvent[]>;
  /** Forgets rows that have been sent; unknown ones are passed over. */
  remove(seqs: readonly string[]): Promise<void>;
  /** Ends claims on rows that are not sent, so that other replicas take them at once. */
  release(seqs: readonly string[]): Promise<void>;
  stats(): Promise<OutboxStats>;
}
