import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

import { AppError } from '@output-review/errors';
import type { Logger } from '@output-review/runtime';

import type { LiveSlots, SlotRequest, TakenSlots } from './rate-window.ts';
import { FILL_SLOTS, TAKE_SLOTS } from './redis-scripts.ts';

export interface RedisConnectionOptions {
  /** redis: or rediss:, with user, password and database where there are any. */
  readonly url: string;
  /** The CAs that a rediss: server is verified against; absent: those that Node trusts. */
  readonly caFile?: string | null;
  readonly windowMs: number;
  readonly log: Logger;
}

/** What the keys of the window begin with. */
const KEY_PREFIX = 'output-review:rate-window';

/** Whom the gateway signs in as where Redis has users. */
export const REDIS_USER = 'gateway';

const CONNECT_TIMEOUT_MS = 2_000;
// Also through ten minutes without any gateway. Then it is forgotten, and filled in again.
const MARKER_MS = 600_000;
// Some 100 KB a command.
const TIMES_PER_COMMAND = 5_000;

// What the marker says until all slots are in; no run is called so.
const FILLING = 'filling';

const markerOf = (epoch: string): string => `${KEY_PREFIX}:${epoch}`;
const windowOf = (epoch: string, key: string): string => `${markerOf(epoch)}:${key}`;

/**
 * One connection to one run of a Redis server. It is never mended: a server that was started again,
 * or a replica that took over, may have forgotten the latest slots and still have the marker; so the
 * marker names the run that was filled, and a connection knows the run it leads to.
 */
export class RedisConnection {
  readonly #client: Client;
  readonly #windowMs: number;
  readonly #run: Run;

  private constructor(client: Client, run: Run, windowMs: number) {
    this.#client = client;
    this.#run = run;
    this.#windowMs = windowMs;
  }

  static async open(options: RedisConnectionOptions): Promise<RedisConnection> {
    const { windowMs, log } = options;
    const client = await makeClient(options);
    // Whoever calls is told of a lost connection; an event that nobody hears would end the process. After an
    // answer that could not be read, the next ones may be those of other calls.
    client.on('error', () => {
      if (client.isOpen) client.destroy();
    });
    try {
      // What it greets a server with may stay without an answer for ever.
      await withinBudget(CONNECT_TIMEOUT_MS, client.connect());
      const run = await withinBudget(CONNECT_TIMEOUT_MS, readRun(client));
      if (run.mayEvict)
        log.warn({}, 'redis may evict slots: its maxmemory-policy is not noeviction');
      return new RedisConnection(client, run, windowMs);
    } catch (error) {
      if (client.isOpen) client.destroy();
      throw error;
    }
  }

  get isOpen(): boolean {
    return this.#client.isReady;
  }

  /** @returns null where this run of the server does not count under the epoch. */
  async take(epoch: string, requests: readonly SlotRequest[]): Promise<TakenSlots | null> {
    const wanted = requests.flatMap(({ limit, member }) => [String(limit), member]);
    const reply = await this.#client.evalSha(this.#run.takeSlots, {
      keys: [markerOf(epoch), ...requests.map(({ key }) => windowOf(epoch, key))],
      arguments: [this.#run.id, String(this.#windowMs), ...wanted],
    });
    return readTakenSlots(reply, { count: requests.length, windowMs: this.#windowMs });
  }

  /**
   * Has this run of the server count under an epoch, beginning with these slots.
   *
   * @throws Error where Redis was emptied meanwhile.
   */
  async fill(epoch: string, slots: readonly LiveSlots[]): Promise<void> {
    const expiration = { type: 'PX', value: MARKER_MS } as const;
    await this.#client.set(markerOf(epoch), FILLING, { expiration });
    await Promise.all(slots.map((live) => this.#fillKey(epoch, live)));
    // Only where what marked the beginning is still there, and with it everything since.
    const filled = await this.#client.set(markerOf(epoch), this.#run.id, {
      expiration,
      condition: 'XX',
    });
    if (filled === null) throw new AppError('UNAVAILABLE', 'it was emptied while it was filled');
  }

  /** Keeps an epoch from being forgotten for lack of use; false where it is not counted here. */
  async keep(epoch: string): Promise<boolean> {
    if ((await this.#client.get(markerOf(epoch))) !== this.#run.id) return false;
    await this.#client.pExpire(markerOf(epoch), MARKER_MS);
    return true;
  }

  async readTime(): Promise<Date> {
    const [seconds, micros] = await this.#client.time();
    return new Date(Number(seconds) * 1_000 + Math.floor(Number(micros) / 1_000));
  }

  close(): void {
    if (this.#client.isOpen) this.#client.destroy();
  }

  async #fillKey(epoch: string, { key, takenAt }: LiveSlots): Promise<void> {
    const times = takenAt.map((at) => String(at.getTime()));
    for (let from = 0; from < times.length; from += TIMES_PER_COMMAND) {
      await this.#client.evalSha(this.#run.fillSlots, {
        keys: [windowOf(epoch, key)],
        arguments: [
          String(this.#windowMs),
          `filled-${from}-`,
          ...times.slice(from, from + TIMES_PER_COMMAND),
        ],
      });
    }
  }
}

/** An answer that did not come in time. It may have its effect all the same. */
class LateAnswer extends Error {
  // As the time limits of the platform are called, so that it counts as an outage like theirs.
  override readonly name = 'TimeoutError';
}

/** Settles as the work does, or rejects with LateAnswer once it has taken longer than that. */
export async function withinBudget<T>(budgetMs: number, work: Promise<T>): Promise<T> {
  // Nobody waits for it any more when it fails late.
  work.catch(() => {});
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const giveUp = (): void => reject(new LateAnswer(`No answer within ${budgetMs} ms`));
    // After what has arrived meanwhile was read: where this process itself stood still, the answer
    // is there, and nobody was slow.
    timer = setTimeout(() => setImmediate(giveUp), budgetMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

interface TakeCall {
  /** How many slots were asked for. */
  readonly count: number;
  readonly windowMs: number;
}

/**
 * Reads what the script that takes slots has answered: Redis's time, then that of each slot.
 *
 * @returns null where Redis does not count under the epoch.
 * @throws Error for what the script never answers. Something else may stand where Redis should, and a time of
 * its own would become that of an output.
 */
export function readTakenSlots(reply: unknown, { count, windowMs }: TakeCall): TakenSlots | null {
  if (!Array.isArray(reply)) throw new Error('Redis did not answer with a list');
  if (reply.length === 0) return null;
  const [now = NaN, ...times] = reply.map(Number);
  const isSlot = (time: number): boolean =>
    Number.isSafeInteger(time) && (time === -1 || (time <= now && time > now - windowMs));
  if (!Number.isSafeInteger(now) || times.length !== count || !times.every(isSlot)) {
    throw new Error('Redis answered with times that the script cannot give');
  }
  return times.map((time) => (time === -1 ? null : new Date(time)));
}

/** Loaded when it is wanted: 700 files, which a service without Redis has no use for. */
async function makeClient({ url, caFile }: RedisConnectionOptions) {
  const { createClient } = await import('redis');
  const socket = { connectTimeout: CONNECT_TIMEOUT_MS, reconnectStrategy: false } as const;
  // Read for each connection: the CA may have been exchanged.
  const trust = caFile ? { ca: await readFile(caFile) } : {};
  return createClient({
    url,
    name: 'output-review-gateway',
    // Understood by every server and proxy.
    RESP: 2,
    maintNotifications: 'disabled',
    disableOfflineQueue: true,
    socket: url.startsWith('rediss:') ? { ...socket, ...trust, tls: true } : socket,
  });
}

type Client = Awaited<ReturnType<typeof makeClient>>;

/** What is known of a run of a server. */
interface Run {
  readonly id: string;
  /** Its names of the scripts. */
  readonly takeSlots: string;
  readonly fillSlots: string;
  readonly mayEvict: boolean;
}

async function readRun(client: Client): Promise<Run> {
  const [info, takeSlots, fillSlots] = await Promise.all([
    client.info(),
    client.scriptLoad(TAKE_SLOTS),
    client.scriptLoad(FILL_SLOTS),
  ]);
  const field = (name: string): string | undefined =>
    new RegExp(`^${name}:([^\r\n]*)`, 'm').exec(info)?.[1];
  const policy = field('maxmemory_policy') ?? 'noeviction';
  return {
    // A service that conceals it looks like one that never restarts; an empty one is noticed still.
    id: field('run_id') ?? 'unnamed',
    takeSlots,
    fillSlots,
    mayEvict: policy !== 'noeviction' && field('maxmemory') !== '0',
  };
}

// What `RedisConnection` sends and its scripts call.
const COMMANDS = [
  ...['ping', 'info', 'time', 'client|setname', 'script|load', 'evalsha'],
  ...['get', 'set', 'pexpire'],
  ...['zadd', 'zcard', 'zrange', 'zrangebyscore', 'zremrangebyscore', 'zscore'],
];

/** The line of an ACL file of Redis, or of Valkey, for the gateway's user: its commands on its keys. */
export function formatRedisUser(password: string): string {
  const hash = createHash('sha256').update(password).digest('hex');
  const commands = COMMANDS.map((command) => `+${command}`).join(' ');
  return `user ${REDIS_USER} on #${hash} ~${KEY_PREFIX}:* resetchannels -@all ${commands}`;
}
