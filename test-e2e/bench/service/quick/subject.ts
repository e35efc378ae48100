import { Client } from 'pg';

import type { Client as HttpClient } from '../../../harness/client.ts';
import { embeddedDatabaseUrl } from '../../../harness/process.ts';
import type { SampleSubmission } from '../../../harness/texts.ts';
import { type Bench, waitUntil } from '../../frame/bench.ts';
import { automationAt, createRules } from '../../frame/client.ts';
import { fillDatabase } from '../../frame/database.ts';
import { seedReview } from '../../frame/seed-review.ts';
import { type Build, type ServiceProcess, startService } from '../../frame/service.ts';
import { runClosedLoop, runOpenLoop } from '../http/loops.ts';
import { requests, requireAccepted } from '../http/submissions.ts';
import { CONNECTIONS } from '../measures/accepting.ts';
import { type ConstantLoad, findAtConstantRate, type FoundWithin } from '../measures/finding.ts';
import { isDrained, TEN_RULES } from '../measures/pipeline.ts';
import { type ProcessorTimes, processorTimes, timesBetween } from './processor-time.ts';
import { countStatementsFromNextStart } from './statements.ts';

export interface Load {
  readonly durationMs: number;
  /** Null for the maximum rate. */
  readonly perSecond: number | null;
}

/** The result of a load, from the first output until the last is evaluated and searchable. */
export interface Loaded {
  readonly outputs: number;
  readonly acceptedPerSecond: number;
  readonly latenciesMs: readonly number[];
  readonly seconds: number;
  /** Core seconds, including the load generator. */
  readonly times: ProcessorTimes;
}

export interface SubjectOptions {
  /** Name of its data folder. */
  readonly name: string;
  readonly build: Build;
  readonly samples: readonly SampleSubmission[];
}

const SEEDED = 100_000;
// A query for the totals costs the service a few milliseconds.
const LOOK_EVERY_MS = 200;

/** A service under test, with ten rules and 100,000 outputs. */
export class Subject {
  /** Connected to the service's PostgreSQL server, which tracks statements. */
  readonly superuser: Client;
  readonly #service: ServiceProcess;
  readonly #samples: readonly SampleSubmission[];
  readonly #next: () => Buffer;
  readonly #automation: HttpClient;
  /** The expected number of outputs. */
  #outputs = SEEDED;

  private constructor(
    service: ServiceProcess,
    { superuser, samples }: { superuser: Client; samples: readonly SampleSubmission[] },
  ) {
    this.superuser = superuser;
    this.#service = service;
    this.#samples = samples;
    this.#next = requests(service.port, samples);
    this.#automation = automationAt(service.url);
  }

  /** Starts a service with rules and seeded outputs, on a server that tracks statements. */
  static async start(bench: Bench, options: SubjectOptions): Promise<Subject> {
    const { name, build, samples } = options;
    const empty = await startService(bench, name, { build });
    await createRules(empty.url, TEN_RULES);
    await empty.stop();
    await fillDatabase(empty, async (client, workspaceId) => {
      await countStatementsFromNextStart(client);
      await seedReview(client, { workspaceId, count: SEEDED, until: new Date() });
    });
    const service = await startService(bench, name, { build });
    const superuser = await connectSuperuser(service);
    bench.onEnd('superuser', () => superuser.end());
    return new Subject(service, { superuser, samples });
  }

  processorTimes(): ProcessorTimes {
    return processorTimes(this.#service.pid);
  }

  async load({ durationMs, perSecond }: Load): Promise<Loaded> {
    const { port } = this.#service;
    const options = { port, connections: CONNECTIONS, durationMs, next: this.#next };
    const [before, ownBefore] = [this.processorTimes(), process.cpuUsage()];
    const startedAt = performance.now();
    const { answers, latenciesMs, ...result } = await (perSecond === null
      ? runClosedLoop(options)
      : runOpenLoop({ ...options, perSecond }));
    const own = process.cpuUsage(ownBefore);
    requireAccepted(answers);
    await this.#take(latenciesMs.length);
    const times = timesBetween(before, this.processorTimes());
    return {
      outputs: latenciesMs.length,
      acceptedPerSecond: result.perSecond,
      latenciesMs,
      seconds: (performance.now() - startedAt) / 1000,
      times: new Map([...times, ['load generator', (own.user + own.system) / 1e6]]),
    };
  }

  /** Measures how long outputs take to be searchable at a constant load. */
  async find(load: ConstantLoad): Promise<FoundWithin> {
    const [service, samples] = [this.#service, this.#samples];
    const options = { ...load, service, samples, outputsBefore: this.#outputs };
    const found = await findAtConstantRate(options);
    await this.#take(found.sent);
    return found;
  }

  /** Waits until this many more outputs are evaluated and searchable. */
  async #take(outputs: number): Promise<void> {
    this.#outputs += outputs;
    await waitUntil(() => isDrained(this.#automation, this.#outputs), LOOK_EVERY_MS);
  }
}

/** Connects to the PostgreSQL server of the running service. */
async function connectSuperuser({ dataDir }: ServiceProcess): Promise<Client> {
  const client = new Client({ connectionString: await embeddedDatabaseUrl(dataDir) });
  await client.connect();
  return client;
}
