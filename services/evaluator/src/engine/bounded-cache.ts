interface Entry<T> {
  readonly value: T;
  /** May grow while the value is used. */
  readonly bytes: () => number;
}

/** Keeps what was used last, as far as it fits; what was used least recently goes first. */
export class BoundedCache<T> {
  readonly #bytesMax: number;
  /** The least recently used one is the first. */
  readonly #entries = new Map<string, Entry<T>>();

  /** @param bytesMax of all that is kept; a single value may be larger. */
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

  /** Of all that is kept at this moment. */
  get bytes(): number {
    let sum = 0;
    for (const { bytes } of this.#entries.values()) sum += bytes();
    return sum;
  }
}
