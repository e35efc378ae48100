import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';

import type { Logger } from '../base/logger.ts';
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
  /** Takes one series away. */
  remove(labels: Labels<L>): void;
  /** Takes all its series away. */
  clear(): void;
}

export interface MetricsOptions {
  readonly log: Logger;
  /** How long the readings of one scrape may take; 2 s by default, a fifth of Prometheus's own limit. */
  readonly scrapeTimeoutMs?: number;
}

const SCRAPE_TIMEOUT_MS = 2_000;

// How often the process is woken to see how late the event loop is. What matters are stalls of half a second.
const LAG_EVERY_MS = 50;

/**
 * The metrics of one service, which each of its scrapes gets whole: which service and which replica it
 * is, whoever scrapes knows, and says so in labels of its own. A family that is asked for twice by its
 * name is one family, so several pools or relays can be watched alike.
 */
export class Metrics {
  readonly #registry = new Registry();
  readonly #families = new Map<string, unknown>();
  readonly #sources: ScrapeSources;

  constructor({ log, scrapeTimeoutMs = SCRAPE_TIMEOUT_MS }: MetricsOptions) {
    const failures = this.counter({
      name: 'output_review_scrape_failures_total',
      help:
        'Metric sources that failed or took too long during a scrape; their gauges are missing ' +
        'from it.',
      labels: ['source'],
    });
    this.#sources = new ScrapeSources({
      log,
      onFailure: (source) => failures.of({ source }).add(),
      timeoutMs: scrapeTimeoutMs,
    });
  }

  /** What a scrape gets, in the format of `contentType`. Never throws. */
  async text(): Promise<string> {
    await this.#sources.readAll();
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
        // Without labels a reset leaves a 0, which would pass for a reading.
        clear: () => (labels.length === 0 ? gauge.remove({}) : gauge.reset()),
      };
    });
  }

  /** Has gauges read before each scrape. */
  beforeScrape(source: ScrapeSource): void {
    this.#sources.add(source);
  }

  /**
   * Adds what Node tells of the process under the names that dashboards know: CPU, memory, file
   * descriptors, event loop delay, garbage collection. Once a process: it keeps watching to the end.
   */
  watchProcess(): void {
    const eventLoopMonitoringPrecision = LAG_EVERY_MS;
    collectDefaultMetrics({ register: this.#registry, eventLoopMonitoringPrecision });
  }

  #family<F>(name: string, make: () => F): F {
    const known = this.#families.get(name);
    // One name always has one kind and one set of labels: each is declared in one place.
    if (known) return known as F;
    const family = make();
    this.#families.set(name, family);
    return family;
  }
}

/** Reads what can only be told when it is asked for, and sets gauges by it. */
export interface ScrapeSource {
  /** Stands in the log and in the count of failures. */
  readonly name: string;
  readonly read: () => Promise<void> | void;
  /** Takes away what the last reading set: an old value must not pass for one of now. */
  readonly clear: () => void;
}

export interface ScrapeSourcesOptions {
  readonly log: Logger;
  readonly onFailure: (name: string) => void;
  /** A reading that takes longer has failed. */
  readonly timeoutMs: number;
}

/**
 * Reads all sources before each scrape. One that fails or hangs only takes its own gauges away.
 * Scrapes that come while a source is being read share that reading, also one that hangs.
 */
export class ScrapeSources {
  readonly #options: ScrapeSourcesOptions;
  readonly #sources: ScrapeSource[] = [];
  readonly #underWay = new Map<ScrapeSource, Promise<void>>();

  constructor(options: ScrapeSourcesOptions) {
    this.#options = options;
  }

  add(source: ScrapeSource): void {
    this.#sources.push(source);
  }

  /** Never throws. */
  async readAll(): Promise<void> {
    await Promise.all(this.#sources.map((source) => this.#read(source)));
  }

  async #read(source: ScrapeSource): Promise<void> {
    const { log, onFailure } = this.#options;
    try {
      await this.#readInTime(source);
    } catch (error) {
      source.clear();
      onFailure(source.name);
      log.warn({ err: error, source: source.name }, 'metrics not read');
    }
  }

  async #readInTime(source: ScrapeSource): Promise<void> {
    const { timeoutMs } = this.#options;
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(new Error(`It took longer than ${timeoutMs} ms.`));
      }, timeoutMs);
    });
    try {
      await Promise.race([this.#readOnce(source), timeout]);
    } finally {
      clearTimeout(timer);
    }
  }

  #readOnce(source: ScrapeSource): Promise<void> {
    const underWay = this.#underWay.get(source);
    if (underWay) return underWay;
    const reading = Promise.resolve()
      .then(() => source.read())
      .finally(() => this.#underWay.delete(source));
    this.#underWay.set(source, reading);
    // Where the time was up nobody waits for it any more.
    reading.catch(() => {});
    return reading;
  }
}
