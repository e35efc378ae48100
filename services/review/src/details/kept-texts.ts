/** An LRU cache of texts with a size limit. */
export class KeptTexts<T> {
  readonly #bytesMax: number;
  readonly #kept = new Map<string, { readonly value: T; readonly bytes: number }>();
  #bytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  get(key: string): T | undefined {
    const kept = this.#kept.get(key);
    if (!kept) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    return kept.value;
  }

  /** Does not count as use, and neither does `peek`. */
  has(key: string): boolean {
    return this.#kept.has(key);
  }

  peek(key: string): T | undefined {
    return this.#kept.get(key)?.value;
  }

  set(key: string, value: T, bytes: number): void {
    this.#bytes += bytes - (this.#kept.get(key)?.bytes ?? 0);
    this.#kept.delete(key);
    this.#kept.set(key, { value, bytes });
  }

  /** @param inUse the number of most recently used texts to keep regardless of size. */
  shrink(inUse = 0): void {
    for (const [key, { bytes }] of this.#kept) {
      if (this.#bytes <= this.#bytesMax || this.#kept.size <= inUse) return;
      this.#kept.delete(key);
      this.#bytes -= bytes;
    }
  }
}
