import type { PushedEvents } from '../consumer-group.ts';
import type { GroupOffsets, PartitionOffsets } from './kafka-admin.ts';

interface Progress {
  end: number;
  next: number;
}

/** How far a member is in the partitions that are assigned to it. */
export class PartitionProgress {
  #assigned = new Set<number>();
  readonly #partitions = new Map<number, Progress>();
  /** Where partitions ended when that was last told, also those that others read now. */
  readonly #ends = new Map<number, number>();

  /** Forgets what it knew: others may have gone on since, or it has to go back. */
  assign(partitions: readonly number[]): void {
    this.#assigned = new Set(partitions);
    this.#partitions.clear();
  }

  /** Takes what was read of a partition; it may be older than what is known. */
  note({ partition, end, next }: PartitionOffsets): void {
    if (!this.#assigned.has(partition)) return;
    this.#ends.set(partition, Math.max(this.#ends.get(partition) ?? 0, end));
    const known = this.#partitions.get(partition) ?? { end, next };
    this.#partitions.set(partition, {
      end: Math.max(known.end, end),
      next: Math.max(known.next, next),
    });
  }

  /**
   * Reads of all partitions of the topic, one reading after the other: where each ends, which is no older than
   * what the group has committed.
   *
   * @returns the partitions of which Kafka has lost events: a log that is whole never ends before it did, nor
   *   before what was read of it.
   */
  async read(readOffsets: () => Promise<readonly GroupOffsets[]>): Promise<GroupOffsets[]> {
    // Of before: what is fetched meanwhile may end behind what is read.
    const ends = new Map(this.#ends);
    const offsets = await readOffsets();
    const lost = offsets.filter(
      ({ partition, end, next }) => end < next || end < (ends.get(partition) ?? 0),
    );
    for (const { partition, end } of lost) {
      this.#partitions.delete(partition);
      this.#ends.set(partition, end);
    }
    for (const { partition, begin, end, next } of offsets) {
      // A group that stands behind the end reads all of it again.
      this.note({ partition, end, next: next > end ? begin : next });
    }
    return lost;
  }

  /** Events that were written and not handled. */
  lag(): number {
    let lag = 0;
    for (const { end, next } of this.#partitions.values()) lag += Math.max(0, end - next);
    return lag;
  }
}

/** Follows messages of a partition through the queue of their group. */
export class PartitionDelivery implements PushedEvents {
  /** Resolves when all of them took effect; rejects when those that are left were given up. */
  readonly settled: Promise<void>;
  readonly #records: readonly { readonly offset: string }[];
  readonly #onHandled: (offset: string) => void;
  #handled = 0;
  #isGivenUp = false;
  #resolve: () => void = () => {};
  #reject: (error: unknown) => void = () => {};

  /** @param onHandled told of each that took effect, in their order. */
  constructor(
    records: readonly { readonly offset: string }[],
    onHandled: (offset: string) => void,
  ) {
    this.#records = records;
    this.#onHandled = onHandled;
    this.settled = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // One that is given up before anybody waits must not end the process.
    this.settled.catch(() => {});
  }

  /** One that took effect after it was given up comes again, and counts then. */
  commit(): void {
    const record = this.#records[this.#handled];
    if (this.#isGivenUp || record === undefined) return;
    this.#handled += 1;
    this.#onHandled(record.offset);
    if (this.#handled === this.#records.length) this.#resolve();
  }

  fail(error: unknown): void {
    this.#isGivenUp = true;
    this.#reject(error);
  }
}
