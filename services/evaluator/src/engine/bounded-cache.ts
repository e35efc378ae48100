interface Entry<T> {
  readonly value: T;
  /** May grow while the value is used. */
  readonly bytes: () => number;
}

/** A least-recently-used cache, bounded by bytes. */
export class BoundedCache<T> {
  readonly #bytesMax: number;
  /** Ordered from the least to the most recently used. */
  readonly #entries = new Map<string, Entry<T>>();

  /** @param bytesMax of all entries together. A single value may be larger. */
  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  get(key: string): T | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  add(key: string, value: T, bytes: () => number): void {
    this.#entries.delete(key);
    this.#entries.set(key, { value, bytes });
    let left = this.bytes;
    for (const [oldest, entry] of this.#entries) {
      if (left <= this.#bytesMax || oldest === key) return;
      this.#entries.delete(oldest);
      left -= entry.bytes();
    }
  }

  clear(): void {
    this.#entries.clear();
  }

  /** Current size of all entries. */
  get bytes(): number {
    let sum = 0;
    for (const { bytes } of this.#entries.values()) sum += bytes();
    return sum;
  }
}
