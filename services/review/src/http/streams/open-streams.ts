import type { Metrics } from '@output-review/runtime';

import type { Position } from '../../use-cases/streams/position.ts';
import type { EventStream } from './event-stream.ts';

const RETRY_MS = 1_000;
const RETRY_STEPS = 8;
const RETRY_STEP_MS = 250;

/** The streams that are open in this process. */
export class OpenStreams {
  readonly #streams = new Set<EventStream>();
  readonly #cut: () => void;
  #isOver = false;
  #begun = 0;

  constructor(metrics: Metrics) {
    const cut = metrics.counter({
      name: 'output_review_event_streams_cut_total',
      help: 'Streams of events that were cut because their reader did not read.',
      labels: [],
    });
    this.#cut = () => cut.of({}).add();
    const open = metrics.gauge({
      name: 'output_review_event_streams',
      help: 'Open streams of events.',
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

  add(stream: EventStream): void {
    this.#streams.add(stream);
  }

  remove(stream: EventStream): void {
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
