import type { Logger } from '../log/logger.ts';

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
