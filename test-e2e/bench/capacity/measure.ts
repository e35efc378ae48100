import { setTimeout as delay } from 'node:timers/promises';

import { Client } from 'pg';

import type { SampleSubmission } from '../../harness/texts.ts';
import { waitUntil } from '../frame/bench.ts';
import { automationAt, createRules } from '../frame/client.ts';
import { runOpenLoop } from '../service/http/loops.ts';
import { requests, requireAccepted } from '../service/http/submissions.ts';
import { isDrained, TEN_RULES } from '../service/measures/pipeline.ts';
import { timesBetween } from '../service/quick/processor-time.ts';
import type { CapacityFigures, LoadCost } from './estimate.pure.ts';
import type { CapacitySystem } from './systems.ts';

const CONNECTIONS = 64;
const LOADS = [
  { perSecond: 1, seconds: 60 },
  { perSecond: 100, seconds: 30 },
  { perSecond: 1_000, seconds: 15 },
] as const;
// The first outputs warm up plans, compiled code and connections.
const WARM_UP = { perSecond: 200, seconds: 10 };
// Time to process the backlog of a load.
const SETTLE_MS = 5_000;

interface Load {
  readonly perSecond: number;
  readonly seconds: number;
}

/** Measures the cost of outputs at several rates on a system with ten rules. */
export class CapacityMeasurement {
  readonly #system: CapacitySystem;
  readonly #samples: readonly SampleSubmission[];
  readonly #next: () => Buffer;
  #sent = 0;

  constructor(system: CapacitySystem, samples: readonly SampleSubmission[]) {
    this.#system = system;
    this.#samples = samples;
    this.#next = requests(Number(new URL(system.url).port), samples);
  }

  async run(): Promise<Pick<CapacityFigures, 'loads' | 'storedBytes' | 'submittedBytes'>> {
    const { url, superuserUrl } = this.#system;
    const superuser = new Client({ connectionString: superuserUrl });
    await superuser.connect();
    try {
      await createRules(url, TEN_RULES);
      const emptyBytes = await databaseBytes(superuser);
      await this.#load(WARM_UP);
      const loads: LoadCost[] = [];
      for (const load of LOADS) loads.push(await this.#measure(load, superuser));
      const storedBytes = ((await databaseBytes(superuser)) - emptyBytes) / this.#sent;
      return { loads, storedBytes: Math.round(storedBytes), submittedBytes: this.#meanBytes() };
    } finally {
      await superuser.end();
    }
  }

  async #measure(load: Load, superuser: Client): Promise<LoadCost> {
    const [times, log, startedAt] = [
      this.#system.times(),
      await readLog(superuser),
      performance.now(),
    ];
    await this.#load(load);
    const seconds = (performance.now() - startedAt) / 1_000;
    const taken = timesBetween(times, this.#system.times());
    const logged = await readLog(superuser);
    const outputs = load.perSecond * load.seconds;
    return {
      perSecond: load.perSecond,
      micros: Object.fromEntries(
        // Includes work done after the load. Idle cost is included for the duration of the load.
        [...taken].map(([name, cores]) => [name, Math.round((1e6 * cores) / outputs)]),
      ),
      logBytes: Math.round((logged.bytes - log.bytes) / outputs),
      syncsPerSecond: Math.round((logged.syncs - log.syncs) / seconds),
    };
  }

  /** Sends a load and waits until all of it is evaluated and searchable. */
  async #load({ perSecond, seconds }: Load): Promise<void> {
    const { answers } = await runOpenLoop({
      port: Number(new URL(this.#system.url).port),
      ...{ connections: CONNECTIONS, perSecond, durationMs: seconds * 1_000, next: this.#next },
    });
    requireAccepted(answers);
    this.#sent += perSecond * seconds;
    const automation = automationAt(this.#system.url);
    await waitUntil(() => isDrained(automation, this.#sent), 500);
    await delay(SETTLE_MS);
  }

  #meanBytes(): number {
    const bytes = this.#samples.map((sample) => Buffer.byteLength(JSON.stringify(sample)));
    return Math.round(bytes.reduce((sum, each) => sum + each, 0) / bytes.length);
  }
}

/** After a checkpoint and a vacuum, to measure the steady state. */
async function databaseBytes(superuser: Client): Promise<number> {
  await superuser.query('VACUUM');
  await superuser.query('CHECKPOINT');
  const { rows } = await superuser.query<{ bytes: string }>(
    'SELECT pg_database_size(current_database()) AS bytes',
  );
  return Number(rows[0]?.bytes);
}

/** Since PostgreSQL 18, WAL syncs are counted in pg_stat_io. */
async function readLog(
  superuser: Client,
): Promise<{ readonly bytes: number; readonly syncs: number }> {
  const { rows: settings } = await superuser.query<{ version: number }>(
    `SELECT current_setting('server_version_num')::int AS version`,
  );
  const syncs =
    Number(settings[0]?.version) >= 180_000
      ? `SELECT sum(fsyncs) FROM pg_stat_io WHERE object = 'wal'`
      : 'SELECT wal_sync FROM pg_stat_wal';
  const { rows } = await superuser.query<{ bytes: string; syncs: string }>(
    `SELECT wal_bytes AS bytes, (${syncs}) AS syncs FROM pg_stat_wal`,
  );
  return { bytes: Number(rows[0]?.bytes), syncs: Number(rows[0]?.syncs) };
}
