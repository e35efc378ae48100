/** Wakes whoever waits for the next change of something. */
export class ChangeSignal {
  #wake: () => void = () => {};
  #next = this.#renew();

  /** Resolves at the next change. */
  wait(): Promise<void> {
    return this.#next;
  }

  notify(): void {
    const wake = this.#wake;
    this.#next = this.#renew();
    wake();
  }

  #renew(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}
