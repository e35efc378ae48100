import {
  EventForwarder,
  type ShutdownStack,
  type Logger,
  type Metrics,
  type OutboxRelay,
  type PendingEffect,
  retryTransient,
  type Series,
  startRelay,
  type Tally,
} from '@output-review/runtime';
import type { BaseContext } from '@output-review/shared-kernel';

import type { JobTable } from './jobs.sql.ts';
import { makeEvaluationOutbox, toStoredEvent } from './outbox.sql.ts';
import { type Claim, eventOf, type NewResult, type RecordedResult } from './runs.pure.ts';

interface ResultsParts {
  readonly relay: Pick<OutboxRelay, 'dispatch'>;
  readonly forwarder: Pick<EventForwarder, 'send'>;
  readonly metrics: Metrics;
  readonly jobs: Pick<JobTable, 'settle'>;
  readonly log: Logger;
  /** Aborted when the service shuts down. */
  readonly signal: AbortSignal;
}

/** Records, counts and sends results. */
export class Results {
  readonly #parts: ResultsParts;
  readonly #counts: Series<'outcome', Tally>;

  constructor(parts: ResultsParts) {
    this.#parts = parts;
    this.#counts = parts.metrics.counter({
      name: 'output_review_evaluations_total',
      help: 'Results of runs, by outcome: pass, fail, error.',
      labels: ['outcome'],
    });
  }

  /** Counts recorded results, and hands them to the relay. */
  announce(recorded: readonly RecordedResult[]): void {
    this.#count(recorded);
    this.announceAgain(recorded);
  }

  /** Sends results without a row. Their requests must be redelivered until the results are sent. */
  async forward(results: readonly NewResult[], signal: AbortSignal): Promise<PendingEffect> {
    const events = results.map((result) => eventOf(result, JSON.stringify(result.data)));
    const effect = await this.#parts.forwarder.send(events, signal);
    this.#count(results);
    return effect;
  }

  /** Hands results to the relay that were recorded before. */
  announceAgain(reopened: readonly RecordedResult[]): void {
    this.#parts.relay.dispatch(reopened.map(toStoredEvent));
  }

  /**
   * Records and announces the result of a job. Retries through outages, since the result may have been expensive.
   *
   * @returns null if the lease was lost meanwhile
   */
  async settle(claim: Claim, result: NewResult): Promise<RecordedResult | null> {
    const { jobs, log, signal } = this.#parts;
    const recorded = await retryTransient(() => jobs.settle(claim, result), {
      signal,
      onOutage: (err) =>
        log.warn({ err, id: claim.id }, 'result of a job is waiting for an outage to end'),
    });
    if (recorded) this.announce([recorded]);
    return recorded;
  }

  #count(results: readonly NewResult[]): void {
    for (const { data } of results) this.#counts.of({ outcome: data.outcome }).add();
  }
}

/** Starts the relay of `evaluation_outbox`, and the forwarder of results without a row. */
export function openResults(
  { db, bus, log, clock, telemetry }: BaseContext,
  {
    jobs,
    isSingleInstance = false,
  }: { readonly jobs: JobTable; readonly isSingleInstance?: boolean | undefined },
  closers: ShutdownStack,
): Results {
  const { metrics } = telemetry;
  const store = makeEvaluationOutbox(db);
  const around = { bus, log, clock, telemetry, isSingleInstance, closers };
  const relay = startRelay({ ...around, outbox: 'evaluations', store });
  const forwarder = new EventForwarder(around);
  const stopping = new AbortController();
  closers.add('results of jobs', () => stopping.abort());
  return new Results({ relay, forwarder, metrics, jobs, log, signal: stopping.signal });
}
