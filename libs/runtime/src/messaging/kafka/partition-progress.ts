import type { PartitionOffsets } from './kafka-admin.ts';

interface Progress {
  end: number;
  next: number;
}

/** How far a member is in the partitions that are assigned to it. */
export class PartitionProgress {
  #assigned = new Set<number>();
  readonly #partitions = new Map<number, Progress>();

  /** Forgets what it knew: others may have gone on since, or it has to go back. */
  assign(partitions: readonly number[]): void {
    this.#assigned = new Set(partitions);
    this.#partitions.clear();
  }

  /** Takes what was read of a partition; it may be older than what is known. */
  note({ partition, end, next }: PartitionOffsets): void {
    if (!this.#assigned.has(partition)) return;
    const known = this.#partitions.get(partition) ?? { end, next };
    this.#partitions.set(partition, {
      end: Math.max(known.end, end),
      next: Math.max(known.next, next),
    });
  }

  /** Events that were written and not handled. */
  lag(): number {
    let lag = 0;
    for (const { end, next } of this.#partitions.values()) lag += Math.max(0, end - next);
    return lag;
  }
}
