import { BenchClient } from '../bench-client.ts';
import { runClosedLoop } from '../http/closed-loop.ts';
import { runOpenLoop } from '../http/open-loop.ts';
import { CONNECTIONS, requests, requireAccepted } from '../measures/accepting.ts';
import { isDrained } from '../measures/pipeline.ts';
import { waitUntil } from '../measures/wait-until.ts';
import type { ServiceProcess } from '../service-process.ts';
import type { SampleSubmission } from '../texts.ts';
import { type ProcessorTimes, processorTimes, timesBetween } from './processor-time.ts';

export interface Load {
  readonly durationMs: number;
  /** Null: as many as are accepted. */
  readonly perSecond: number | null;
}

/** What a load came to, from its first output until the last one was evaluated and found. */
export interface Loaded {
  readonly outputs: number;
  readonly acceptedPerSecond: number;
  readonly latenciesMs: readonly number[];
  readonly seconds: number;
  /** Of cores, the generator of the load among them. */
  readonly times: ProcessorTimes;
}

// A look at the totals costs the service some milliseconds.
const LOOK_EVERY_MS = 200;

/** The service that is measured. It counts what it was sent: exactly as many outputs must be found. */
export class Subject {
  readonly #service: ServiceProcess;
  readonly #next: () => Buffer;
  readonly #client: BenchClient;
  #outputs: number;

  /** @param outputsBefore how many it has. */
  constructor(
    service: ServiceProcess,
    { samples, outputsBefore }: { samples: readonly SampleSubmission[]; outputsBefore: number },
  ) {
    this.#service = service;
    this.#next = requests(service.port, samples);
    this.#client = new BenchClient(service.url);
    this.#outputs = outputsBefore;
  }

  async load({ durationMs, perSecond }: Load): Promise<Loaded> {
    const { port, pid } = this.#service;
    const options = { port, connections: CONNECTIONS, durationMs, next: this.#next };
    const [before, ownBefore] = [processorTimes(pid), process.cpuUsage()];
    const startedAt = performance.now();
    const { answers, latenciesMs, ...result } = await (perSecond === null
      ? runClosedLoop(options)
      : runOpenLoop({ ...options, perSecond }));
    const own = process.cpuUsage(ownBefore);
    requireAccepted(answers);
    await this.take(latenciesMs.length);
    const times = timesBetween(before, processorTimes(pid));
    return {
      outputs: latenciesMs.length,
      acceptedPerSecond: result.perSecond,
      latenciesMs,
      seconds: (performance.now() - startedAt) / 1000,
      times: new Map([...times, ['load generator', (own.user + own.system) / 1e6]]),
    };
  }

  /** Waits until so many outputs more are evaluated and found. */
  async take(outputs: number): Promise<void> {
    this.#outputs += outputs;
    await waitUntil(() => isDrained(this.#client, this.#outputs), LOOK_EVERY_MS);
  }
}
