import {
  type ShutdownStack,
  type Logger,
  type OutboxRelay,
  type PendingEffect,
  retryTransient,
  type Series,
  startRelay,
  type Tally,
} from '@output-review/runtime';
import type { BaseContext } from '@output-review/shared-kernel';

import { EventForwarder } from './event-forwarder.ts';
import type { JobTable } from './jobs.sql.ts';
import { makeEvaluationOutbox, toStoredEvent } from './outbox.sql.ts';
import { type Claim, eventOf, type NewResult, type RecordedResult } from './runs.pure.ts';

/** Records, counts and sends results. */
export class Results {
  readonly #jobs: JobTable;
  readonly #log: Logger;
  readonly #relay: OutboxRelay;
  readonly #forwarder: EventForwarder;
  readonly #counts: Series<'outcome', Tally>;
  readonly #stopping = new AbortController();

  /** Starts the relay of `evaluation_outbox`, and the forwarder of results without a row. */
  constructor(
    { db, bus, log, clock, telemetry }: BaseContext,
    { jobs, isSingleInstance = false }: { jobs: JobTable; isSingleInstance?: boolean | undefined },
    closers: ShutdownStack,
  ) {
    const around = { bus, log, clock, telemetry, isSingleInstance, closers };
    this.#jobs = jobs;
    this.#log = log;
    this.#relay = startRelay({ ...around, outbox: 'evaluations', store: makeEvaluationOutbox(db) });
    this.#forwarder = new EventForwarder(around);
    this.#counts = telemetry.metrics.counter({
      name: 'output_review_evaluations_total',
      help: 'Results of runs, by outcome: pass, fail, error.',
      labels: ['outcome'],
    });
    closers.add('results of jobs', () => this.#stopping.abort());
  }

  /** Counts recorded results, and hands them to the relay. */
  announce(recorded: readonly RecordedResult[]): void {
    this.#count(recorded);
    this.announceAgain(recorded);
  }

  /** Sends results without a row. Their requests must be redelivered until the results are sent. */
  async forward(results: readonly NewResult[], signal: AbortSignal): Promise<PendingEffect> {
    const events = results.map((result) => eventOf(result, JSON.stringify(result.data)));
    const effect = await this.#forwarder.send(events, signal);
    this.#count(results);
    return effect;
  }

  /** Hands results to the relay that were recorded before. */
  announceAgain(reopened: readonly RecordedResult[]): void {
    this.#relay.dispatch(reopened.map(toStoredEvent));
  }

  /**
   * Records and announces the result of a job. Retries through outages, since the result may have been expensive.
   *
   * @returns null if the lease was lost meanwhile
   */
  async settle(claim: Claim, result: NewResult): Promise<RecordedResult | null> {
    const recorded = await retryTransient(() => this.#jobs.settle(claim, result), {
      signal: this.#stopping.signal,
      onOutage: (err) =>
        this.#log.warn({ err, id: claim.id }, 'result of a job is waiting for an outage to end'),
    });
    if (recorded) this.announce([recorded]);
    return recorded;
  }

  #count(results: readonly NewResult[]): void {
    for (const { data } of results) this.#counts.of({ outcome: data.outcome }).add();
  }
}
