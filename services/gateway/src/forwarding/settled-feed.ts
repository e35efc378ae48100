import { INTERNAL_HEADERS, INTERNAL_OPERATIONS } from '@output-review/contracts';
import { retryPauseMs, type Vouch, wait } from '@output-review/runtime';

import type { OwnerSender } from './owner-sender.ts';

/** A call that waits for an output. */
export interface Waiting {
  readonly workspaceId: string;
  readonly id: string;
  /** The output may have settled or been deleted, and must be read again. */
  wake(): void;
}

export interface SettledFeedOptions {
  readonly sender: Pick<OwnerSender, 'send'>;
  readonly assertion: Vouch;
}

const { followSettled } = INTERNAL_OPERATIONS;
// Keeps the connection open without waiting calls, so that repeated waits of a caller need not reconnect.
const IDLE_MS = 5_000;

/**
 * Receives from review which outputs settle, while calls wait here. All calls share one connection. After a reconnect
 * every waiting call reads its output again.
 */
export class SettledFeed {
  readonly #options: SettledFeedOptions;
  readonly #waiting = new Map<string, Set<Waiting>>();
  #following: AbortController | null = null;
  #idle: NodeJS.Timeout | undefined;

  constructor(options: SettledFeedOptions) {
    this.#options = options;
  }

  /** Wakes the call on every change from now on, and when the feed connects, because changes may have been missed. */
  add(waiting: Waiting): void {
    const key = keyOf(waiting.workspaceId, waiting.id);
    const others = this.#waiting.get(key);
    if (others) others.add(waiting);
    else this.#waiting.set(key, new Set([waiting]));
    clearTimeout(this.#idle);
    if (this.#following) return;
    this.#following = new AbortController();
    void this.#follow(this.#following.signal);
  }

  remove(waiting: Waiting): void {
    const key = keyOf(waiting.workspaceId, waiting.id);
    const others = this.#waiting.get(key);
    if (!others?.delete(waiting)) return;
    if (others.size === 0) this.#waiting.delete(key);
    if (this.#waiting.size > 0) return;
    this.#idle = setTimeout(() => this.stop(), IDLE_MS).unref();
  }

  stop(): void {
    clearTimeout(this.#idle);
    this.#following?.abort();
    this.#following = null;
  }

  async #follow(signal: AbortSignal): Promise<void> {
    let failures = 0;
    while (!signal.aborted) {
      try {
        for await (const line of this.#lines(signal)) {
          failures = 0;
          this.#tell(line);
        }
      } catch {
        // The sender has logged the error, and the loop reconnects.
      }
      failures += 1;
      await wait(retryPauseMs(failures), signal);
    }
  }

  async *#lines(signal: AbortSignal): AsyncGenerator<string> {
    const { sender, assertion } = this.#options;
    const answer = await sender.send({
      owner: 'review',
      method: followSettled.method,
      target: followSettled.path,
      headers: { [INTERNAL_HEADERS.assertion]: await assertion(followSettled, 'review') },
      body: null,
      signal,
    });
    if (answer.status !== 200) return answer.discard();
    // The feed does not report what settled before it connected.
    this.#wakeAll();
    answer.body.setEncoding('utf8');
    let rest = '';
    for await (const chunk of answer.body) {
      const lines = (rest + String(chunk)).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  }

  #tell(line: string): void {
    for (const [workspaceId, id] of JSON.parse(line) as [string, string][]) {
      for (const waiting of this.#waiting.get(keyOf(workspaceId, id)) ?? []) waiting.wake();
    }
  }

  #wakeAll(): void {
    for (const waitings of this.#waiting.values()) for (const each of waitings) each.wake();
  }
}

function keyOf(workspaceId: string, id: string): string {
  return `${workspaceId}/${id}`;
}
