import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

import { AppError } from '@output-review/errors';
import type { Logger } from '@output-review/runtime';

import type { LiveSlots, SlotRequest, TakenSlots } from './rate-window.ts';
import { FILL_SLOTS, TAKE_SLOTS } from './redis-scripts.ts';

export interface RedisConnectionOptions {
  /** redis: or rediss:, with user, password and database if needed. */
  readonly url: string;
  /** The CAs that a rediss: server is verified against; those of Node if absent. */
  readonly caFile?: string | null;
  readonly windowMs: number;
  readonly log: Logger;
}

/** The prefix of the window's keys. */
const KEY_PREFIX = 'output-review:rate-window';

/** The user of the gateway, if Redis has users. */
export const REDIS_USER = 'gateway';

const CONNECT_TIMEOUT_MS = 2_000;
// Survives ten minutes without any gateway. Then the marker expires, and Redis is filled again.
const MARKER_MS = 600_000;
// About 100 KB per command.
const TIMES_PER_COMMAND = 5_000;

// The value of the marker until all slots are filled in. It is not the ID of any run.
const FILLING = 'filling';

const markerOf = (epoch: string): string => `${KEY_PREFIX}:${epoch}`;
const windowOf = (epoch: string, key: string): string => `${markerOf(epoch)}:${key}`;

/**
 * One connection to one run of a Redis server. It never reconnects: a restarted server, or a replica that was promoted,
 * may have lost the latest slots but kept the marker. So the marker names the run that was filled, and a connection
 * knows its run.
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
    // Calls already fail on a lost connection, and an error event without a listener would end the process. After an
    // unreadable answer, the next answers may belong to other calls.
    client.on('error', () => {
      if (client.isOpen) client.destroy();
    });
    try {
      // The commands of the handshake may stay unanswered forever.
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

  /** @returns null if this run of the server does not count under the epoch. */
  async take(epoch: string, requests: readonly SlotRequest[]): Promise<TakenSlots | null> {
    const wanted = requests.flatMap(({ limit, member }) => [String(limit), member]);
    const reply = await this.#client.evalSha(this.#run.takeSlots, {
      keys: [markerOf(epoch), ...requests.map(({ key }) => windowOf(epoch, key))],
      arguments: [this.#run.id, String(this.#windowMs), ...wanted],
    });
    return readTakenSlots(reply, { count: requests.length, windowMs: this.#windowMs });
  }

  /**
   * Makes this run of the server count under an epoch, starting with these slots.
   *
   * @throws Error if Redis was emptied in the meantime.
   */
  async fill(epoch: string, slots: readonly LiveSlots[]): Promise<void> {
    const expiration = { type: 'PX', value: MARKER_MS } as const;
    await this.#client.set(markerOf(epoch), FILLING, { expiration });
    await Promise.all(slots.map((live) => this.#fillKey(epoch, live)));
    // Only if the marker of the start still exists, and with it everything since.
    const filled = await this.#client.set(markerOf(epoch), this.#run.id, {
      expiration,
      condition: 'XX',
    });
    if (filled === null) throw new AppError('UNAVAILABLE', 'it was emptied while it was filled');
  }

  /** Extends the expiry of an epoch; false if it is not counted here. */
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

/** An answer that did not arrive in time. Its command may still take effect. */
class LateAnswer extends Error {
  // The name that platform timeouts have, so that it counts as an outage like them.
  override readonly name = 'TimeoutError';
}

/** Settles like the work, or rejects with LateAnswer after the budget. */
export async function withinBudget<T>(budgetMs: number, work: Promise<T>): Promise<T> {
  // Nothing awaits the work any more when it fails late.
  work.catch(() => {});
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const giveUp = (): void => reject(new LateAnswer(`No answer within ${budgetMs} ms`));
    // Runs after pending input was read: if this process itself stood still, the answer has arrived and nothing was
    // slow.
    timer = setTimeout(() => setImmediate(giveUp), budgetMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

interface TakeCall {
  /** The number of requested slots. */
  readonly count: number;
  readonly windowMs: number;
}

/**
 * Parses the answer of the script that takes slots: Redis's time, then the time of each slot.
 *
 * @returns null if Redis does not count under the epoch.
 * @throws Error for an answer that the script never gives. Something else may be listening instead of Redis, and its
 *   time would become that of an output.
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

/** Loaded on first use: 700 files, which a service without Redis does not need. */
async function makeClient({ url, caFile }: RedisConnectionOptions) {
  const { createClient } = await import('redis');
  const socket = { connectTimeout: CONNECT_TIMEOUT_MS, reconnectStrategy: false } as const;
  // Read for each connection, because the CA may have been replaced.
  const trust = caFile ? { ca: await readFile(caFile) } : {};
  return createClient({
    url,
    name: 'output-review-gateway',
    // Supported by every server and proxy.
    RESP: 2,
    maintNotifications: 'disabled',
    disableOfflineQueue: true,
    socket: url.startsWith('rediss:') ? { ...socket, ...trust, tls: true } : socket,
  });
}

type Client = Awaited<ReturnType<typeof makeClient>>;

/** The properties of a run of a server. */
interface Run {
  readonly id: string;
  /** The hashes of the loaded scripts. */
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
    // A server that hides its ID looks like one that never restarts. An emptied server is still noticed.
    id: field('run_id') ?? 'unnamed',
    takeSlots,
    fillSlots,
    mayEvict: policy !== 'noeviction' && field('maxmemory') !== '0',
  };
}

// The commands that `RedisConnection` sends and its scripts call.
const COMMANDS = [
  ...['ping', 'info', 'time', 'client|setname', 'script|load', 'evalsha'],
  ...['get', 'set', 'pexpire'],
  ...['zadd', 'zcard', 'zrange', 'zrangebyscore', 'zremrangebyscore', 'zscore'],
];

/** The line for the gateway's user in an ACL file of Redis or Valkey: its commands on its keys. */
export function formatRedisUser(password: string): string {
  const commands = COMMANDS.map((command) => `+${command}`).join(' ');
  return `user ${REDIS_USER} on #${hash('sha256', password)} ~${KEY_PREFIX}:* resetchannels -@all ${commands}`;
}
