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
