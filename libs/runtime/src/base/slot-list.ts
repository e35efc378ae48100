/**
 * A collection of work in flight, for frequent additions and removals. Unlike a `Set` it leaves no garbage: each hash
 * table that a `Set` outgrows keeps a pointer to the next one. Once one of them is in V8's old generation, all later
 * ones are copied there with their contents, although they are unused. Source: `OrderedHashTable::Rehash`
 * (`SetNextTable`) in V8.
 */
export class SlotList<T extends object> implements Iterable<T> {
  readonly #slots: (T | undefined)[] = [];
  readonly #free: number[] = [];

  /** @returns the slot of the item; pass it to `delete` once. */
  add(item: T): number {
    const slot = this.#free.pop() ?? this.#slots.length;
    this.#slots[slot] = item;
    return slot;
  }

  delete(slot: number): void {
    this.#slots[slot] = undefined;
    this.#free.push(slot);
  }

  /** Iterates in no particular order. */
  *[Symbol.iterator](): Iterator<T> {
    for (const item of this.#slots) if (item !== undefined) yield item;
  }
}
