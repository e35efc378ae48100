import type { Metrics } from '@output-review/runtime';

import type { Position } from './position.pure.ts';

const RETRY_MS = 1_000;
const RETRY_STEPS = 8;
const RETRY_STEP_MS = 250;

/** A stream that somebody reads. */
export interface OpenStream {
  /** Says that it is still there, and up to where nothing happened. */
  comment(edge: Position | null): void;
  /** Ends it well: the caller comes again. */
  end(): void;
}

/** The streams that are open in this process. */
export class OpenStreams {
  readonly #streams = new Set<OpenStream>();
  readonly #cut: () => void;
  #isOver = false;
  #begun = 0;

  constructor(metrics: Metrics) {
    const cut = metrics.counter({
      name: 'output_review_event_streams_cut_total',
      help: 'Event streams closed because the client did not read.',
      labels: [],
    });
    this.#cut = () => cut.of({}).add();
    const open = metrics.gauge({
      name: 'output_review_event_streams',
      help: 'Open event streams.',
      labels: [],
    });
    metrics.beforeScrape({
      name: 'event streams',
      read: () => open.set({}, this.#streams.size),
      clear: () => {},
    });
  }

  /** Whether no more are opened. */
  get isOver(): boolean {
    return this.#isOver;
  }

  add(stream: OpenStream): void {
    this.#streams.add(stream);
  }

  remove(stream: OpenStream): void {
    this.#streams.delete(stream);
  }

  /** Those who are sent away together are told different times to come again. */
  nextRetryMs(): number {
    this.#begun += 1;
    return RETRY_MS + (this.#begun % RETRY_STEPS) * RETRY_STEP_MS;
  }

  countCut(): void {
    this.#cut();
  }

  comment(edge: Position | null): void {
    for (const stream of this.#streams) stream.comment(edge);
  }

  /** Ends all of them: their readers come again, and find who is still there. */
  endAll(): void {
    this.#isOver = true;
    for (const stream of this.#streams) stream.end();
  }
}
