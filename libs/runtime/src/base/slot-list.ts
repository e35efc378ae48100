/**
 * What is under way, where much of it comes and goes. Unlike a `Set` it leaves no garbage behind: V8 keeps
 * in each hash table that a `Set` has outgrown a pointer to the next one, so that once one of these is in
 * the old generation, all later ones, and what stood in them, are copied there too, though nobody needs them
 * any more. Source: `OrderedHashTable::Rehash` (`SetNextTable`) in V8.
 */
export class SlotList<T extends object> implements Iterable<T> {
  readonly #slots: (T | undefined)[] = [];
  readonly #free: number[] = [];

  /** @returns its slot, to delete it by, once. */
  add(item: T): number {
    const slot = this.#free.pop() ?? this.#slots.length;
    this.#slots[slot] = item;
    return slot;
  }

  delete(slot: number): void {
    this.#slots[slot] = undefined;
    this.#free.push(slot);
  }

  /** In no order. */
  *[Symbol.iterator](): Iterator<T> {
    for (const item of this.#slots) if (item !== undefined) yield item;
  }
}
