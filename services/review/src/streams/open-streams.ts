import type { UserPrincipal } from '@output-review/contracts';
import type { Metrics } from '@output-review/runtime';

import { Seats } from '../seats.ts';
import type { Position } from './position.pure.ts';

// A person has a few windows on a few machines. Limits a page that opens them in a loop.
const PER_PERSON_MAX = 20;
const PER_WORKSPACE_MAX = 500;
const RETRY_MS = 1_000;
const RETRY_STEPS = 8;
const RETRY_STEP_MS = 250;

/** A stream with a reader. */
export interface OpenStream {
  /** Sends a keep-alive comment, with the position up to which nothing happened. */
  comment(edge: Position | null): void;
  /** Ends it cleanly: the caller reconnects. */
  end(): void;
}

/** The open streams of this process. */
export class OpenStreams {
  readonly #streams = new Set<OpenStream>();
  /** Counts a stream that was closed because nobody read it. */
  readonly countCut: () => void;
  readonly #seats = new Seats({
    // Some 50 KB each, plus unread data.
    ...{ perProcess: 2_000, retryAfterSeconds: 5 },
    tooMany: 'Too many event streams are open. Close one first.',
    full: 'No more event streams can be opened right now. Try again later.',
  });
  #isOver = false;
  #begun = 0;

  constructor(metrics: Metrics) {
    const cut = metrics.counter({
      name: 'output_review_event_streams_cut_total',
      help: 'Event streams closed because the client did not read.',
      labels: [],
    });
    this.countCut = () => cut.of({}).add();
    const open = metrics.gauge({
      name: 'output_review_event_streams',
      help: 'Open event streams.',
      labels: [],
    });
    metrics.beforeScrape({
      name: 'event streams',
      read: () => open.set({}, this.#streams.size),
    });
  }

  /** Whether no further streams are accepted. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** @returns a function that releases it. @throws AppError RATE_LIMITED, or UNAVAILABLE if there is none left. */
  take({ workspaceId, userId }: Pick<UserPrincipal, 'workspaceId' | 'userId'>): () => void {
    return this.#seats.take({
      [`${workspaceId}/${userId}`]: PER_PERSON_MAX,
      [workspaceId]: PER_WORKSPACE_MAX,
    });
  }

  add(stream: OpenStream): void {
    this.#streams.add(stream);
  }

  remove(stream: OpenStream): void {
    this.#streams.delete(stream);
  }

  /** Spreads the reconnects of readers that are disconnected together. */
  nextRetryMs(): number {
    this.#begun += 1;
    return RETRY_MS + (this.#begun % RETRY_STEPS) * RETRY_STEP_MS;
  }

  comment(edge: Position | null): void {
    for (const stream of this.#streams) stream.comment(edge);
  }

  /** Ends all of them: their readers reconnect to another replica. */
  endAll(): void {
    this.#isOver = true;
    for (const stream of this.#streams) stream.end();
  }
}
