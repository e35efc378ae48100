import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';

import type { Logger } from '../base/logger.ts';
import { inTime } from '../base/wait.ts';
import {
  Distribution,
  DistributionHistogram,
  type HistogramOptions,
  type Labels,
  type MetricOptions,
  Series,
  Tally,
  tallyCounter,
} from './tallies.ts';

interface GaugeFamily<L extends string> {
  set(labels: Labels<L>, value: number): void;
  /** Removes one series. */
  remove(labels: Labels<L>): void;
  /** Removes all series. */
  clear(): void;
}

/** Reads values on demand and sets gauges. */
interface ScrapeSource {
  /** The name in the log and in the failure count. */
  readonly name: string;
  readonly read: () => Promise<void> | void;
  /**
   * Removes the values of the last reading, so that stale ones do not look current. Absent if they are read from
   * memory, which cannot fail.
   */
  readonly clear?: () => void;
}

export interface MetricsOptions {
  readonly log: Logger;
  /** Timeout for collecting the values of one scrape. Defaults to 2 s, a fifth of Prometheus's own limit. */
  readonly scrapeTimeoutMs?: number;
}

const SCRAPE_TIMEOUT_MS = 2_000;

// Interval for measuring the event loop delay. Stalls of half a second matter.
const LAG_EVERY_MS = 50;

/**
 * The metrics of one service. A scrape returns all of them. The scraper adds labels for the service and the replica.
 * Requesting a family twice by name returns the same one, so that several pools or relays can report to it.
 */
export class Metrics {
  readonly #registry = new Registry();
  readonly #families = new Map<string, unknown>();
  readonly #sources: ScrapeSource[] = [];
  readonly #readings = new Map<ScrapeSource, Promise<void>>();
  readonly #log: Logger;
  readonly #scrapeTimeoutMs: number;
  readonly #failures: Series<'source', Tally>;

  constructor({ log, scrapeTimeoutMs = SCRAPE_TIMEOUT_MS }: MetricsOptions) {
    this.#log = log;
    this.#scrapeTimeoutMs = scrapeTimeoutMs;
    this.#failures = this.counter({
      name: 'output_review_scrape_failures_total',
      help:
        'Metric sources that failed or took too long during a scrape; their gauges are missing ' +
        'from it.',
      labels: ['source'],
    });
  }

  /** Returns the scrape in the format of `contentType`. Never throws. */
  async text(): Promise<string> {
    await Promise.all(this.#sources.map((source) => this.#read(source)));
    return this.#registry.metrics();
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  counter<L extends string>(options: MetricOptions<L>): Series<L, Tally> {
    return this.#family(options.name, () => {
      const series = new Series<L, Tally>(() => new Tally());
      this.#registry.registerMetric(tallyCounter(options, series));
      return series;
    });
  }

  histogram<L extends string>(options: HistogramOptions<L>): Series<L, Distribution> {
    return this.#family(options.name, () => {
      const series = new Series<L, Distribution>(() => new Distribution(options.bounds));
      this.#registry.registerMetric(new DistributionHistogram(options, series));
      return series;
    });
  }

  gauge<L extends string>({ name, help, labels }: MetricOptions<L>): GaugeFamily<L> {
    return this.#family(name, () => {
      const labelNames = [...labels];
      const gauge = new Gauge<L>({ name, help, labelNames, registers: [this.#registry] });
      return {
        set: (of, value) => gauge.set({ ...of }, value),
        remove: (of) => gauge.remove({ ...of }),
        // Without labels a reset would leave a 0, which would look like a value.
        clear: () => (labels.length === 0 ? gauge.remove({}) : gauge.reset()),
      };
    });
  }

  /**
   * Adds a source that updates gauges before each scrape. If it fails or hangs, only its own gauges are missing.
   * Concurrent scrapes share a reading, even one that hangs.
   */
  beforeScrape(source: ScrapeSource): void {
    this.#sources.push(source);
  }

  /**
   * Adds Node's process metrics under their standard names: CPU, memory, file descriptors, event loop delay, garbage
   * collection. Call it once a process, since it never stops.
   */
  watchProcess(): void {
    const eventLoopMonitoringPrecision = LAG_EVERY_MS;
    collectDefaultMetrics({ register: this.#registry, eventLoopMonitoringPrecision });
  }

  async #read(source: ScrapeSource): Promise<void> {
    try {
      await inTime(this.#scrapeTimeoutMs, this.#readOnce(source));
    } catch (error) {
      source.clear?.();
      this.#failures.of({ source: source.name }).add();
      this.#log.warn({ err: error, source: source.name }, 'metrics not read');
    }
  }

  #readOnce(source: ScrapeSource): Promise<void> {
    const running = this.#readings.get(source);
    if (running) return running;
    const reading = Promise.resolve()
      .then(() => source.read())
      .finally(() => this.#readings.delete(source));
    this.#readings.set(source, reading);
    return reading;
  }

  #family<F>(name: string, make: () => F): F {
    const known = this.#families.get(name);
    // A name always has the same kind and labels, because it is declared in one place.
    if (known) return known as F;
    const family = make();
    this.#families.set(name, family);
    return family;
  }
}
