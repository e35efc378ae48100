/**
 * Puts the parts of a body together as they come, each copied at once: parts that are kept to the end
 * take the memory of the body a second time, and lie in pieces of 64 KB.
 */
export class ReceivedBytes {
  readonly #declared: number | null;
  #bytes: Buffer = Buffer.alloc(0);
  #length = 0;

  /** @param declared how many are to come, where that is known; the caller sees to it that no more do. */
  constructor(declared: number | null) {
    this.#declared = declared;
  }

  get length(): number {
    return this.#length;
  }

  add(part: Buffer): void {
    const length = this.#length + part.length;
    if (this.#length === 0) {
      // Most bodies come in one part, which is taken as it is.
      this.#bytes = part;
    } else {
      if (length > this.#bytes.length) this.#grow(length);
      part.copy(this.#bytes, this.#length);
    }
    this.#length = length;
  }

  /** All that has come. */
  read(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  // Not at once to what is declared: many could declare much and send nothing of it.
  #grow(needed: number): void {
    const former = this.#bytes;
    const bytes = this.#declared === null ? 2 * needed : Math.min(4 * needed, this.#declared);
    this.#bytes = Buffer.allocUnsafeSlow(Math.max(needed, bytes));
    former.copy(this.#bytes);
  }
}
