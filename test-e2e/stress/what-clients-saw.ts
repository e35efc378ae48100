/** What callers of the public listener saw apart from wanted responses. */
export interface WhatClientsSaw {
  /** Calls without a response: refused or cut off. */
  readonly unanswered: number;
  /** Responses of 503 with Retry-After. */
  readonly unavailable: number;
  /** Responses that no caller should get, with their number. */
  readonly wrong: ReadonlyMap<string, number>;
  /** The longest time without a response while calls were waiting. */
  readonly longestGapMs: number;
}

/** Counts the results of calls. */
export class ClientLog {
  #unanswered = 0;
  #unavailable = 0;
  readonly #wrong = new Map<string, number>();
  #longestGapMs = 0;
  #lastAnswerAt = performance.now();

  noteAnswered(): void {
    const now = performance.now();
    this.#longestGapMs = Math.max(this.#longestGapMs, now - this.#lastAnswerAt);
    this.#lastAnswerAt = now;
  }

  noteUnanswered(): void {
    this.#unanswered += 1;
  }

  /** Records an unwanted response. Only 503 with Retry-After is acceptable. */
  noteRefused(status: number, headers: Headers, text: string): void {
    if (status === 503 && headers.has('retry-after')) {
      this.#unavailable += 1;
      return;
    }
    const said = `${status} ${text.slice(0, 200)}`;
    this.#wrong.set(said, (this.#wrong.get(said) ?? 0) + 1);
  }

  seen(): WhatClientsSaw {
    return {
      unanswered: this.#unanswered,
      unavailable: this.#unavailable,
      wrong: this.#wrong,
      longestGapMs: this.#longestGapMs,
    };
  }
}
