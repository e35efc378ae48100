/** What the callers of the public listener met, beside the answers that they wanted. */
export interface WhatClientsSaw {
  /** Calls without an answer: refused, or cut on the way. */
  readonly unanswered: number;
  /** 503 with Retry-After. */
  readonly unavailable: number;
  /** Answers that no caller should ever get, each once with how often. */
  readonly wrong: ReadonlyMap<string, number>;
  /** The longest time in which nobody got an answer although somebody waited. */
  readonly longestGapMs: number;
}

/** Keeps count of it while calls are made. */
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

  /** Notes an answer that was not the one wanted: only 503 with Retry-After is one to wait for. */
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
