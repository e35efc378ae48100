import type { GroupOffsets, PartitionOffsets } from './kafka-admin.ts';

interface Progress {
  end: number;
  next: number;
}

/** The progress of a member in its assigned partitions. */
export class PartitionProgress {
  #assigned = new Set<number>();
  readonly #partitions = new Map<number, Progress>();
  /** The last known end of each partition, including those that other members read now. */
  readonly #ends = new Map<number, number>();

  /** Forgets all progress: other members may have continued since, or the group was reset. */
  assign(partitions: readonly number[]): void {
    this.#assigned = new Set(partitions);
    this.#partitions.clear();
  }

  /** Records offsets of a partition. They may be older than the known ones. */
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
   * Reads the offsets of all partitions of the topic, one reading at a time. The ends are no older than the group's
   * commits.
   *
   * @returns the partitions that lost events: an intact log never ends before a former end, or before what was read of
   *   it.
   */
  async read(readOffsets: () => Promise<readonly GroupOffsets[]>): Promise<GroupOffsets[]> {
    // Copy the ends first: events fetched meanwhile may be beyond what is read.
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
      // A group beyond the end reads everything again.
      this.note({ partition, end, next: next > end ? begin : next });
    }
    return lost;
  }

  /** Number of events that are written but not handled. */
  lag(): number {
    let lag = 0;
    for (const { end, next } of this.#partitions.values()) lag += Math.max(0, end - next);
    return lag;
  }
}
