import { setMaxListeners } from 'node:events';

import {
  type Clock,
  type Database,
  type Logger,
  type Encryptor,
  within,
} from '@output-review/runtime';

import type { DeliveryAttempts } from './attempts.ts';
import {
  claimDeliveries,
  LEASE_MS,
  listLanes,
  releaseAllDeliveries,
  releaseDeliveries,
} from './claim.sql.ts';
import { ConcurrencyLimits, type Pace } from './concurrency-limits.ts';
import type { ClaimedDelivery } from './rows.sql.ts';

interface Deps {
  readonly db: Database;
  readonly encryptor: Pick<Encryptor, 'open'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly attempts: Pick<DeliveryAttempts, 'make'>;
  /** Whether this is the only process on the database: what a killed one had claimed is sent at once. */
  readonly isSingleInstance: boolean;
  /** Places have become free. */
  readonly onFree: () => void;
}

/** Who is first to claim. */
interface Turn {
  /** The page of lanes behind this one. */
  readonly after: string;
  /** Of a lane; the other way round when all pages have had their turn. */
  readonly retriesFirst: boolean;
}

// A page is read in some milliseconds; few workspaces have more receivers at a time.
const LANES_PAGE = 256;
const NO_LANE = '';
// The whole service has 5 s to stop in; what is broken off here is sent once more by the next process.
const STOP_GRACE_MS = 1_000;

/** Sends what waits, as many at a time as there are places. */
export class DeliverySender {
  readonly #deps: Deps;
  readonly #shares = new ConcurrencyLimits();
  readonly #inFlight = new Map<ClaimedDelivery, Promise<void>>();
  readonly #stopping = new AbortController();
  #turn: Turn = { after: NO_LANE, retriesFirst: true };
  #isFirst = true;

  constructor(deps: Deps) {
    this.#deps = deps;
    // Every attempt listens to it until it ends; how many there are, the shares bound.
    setMaxListeners(0, this.#stopping.signal);
  }

  /**
   * Claims as long as there are places, and begins to send; goes once through all lanes at most. The first
   * page takes what places there are, so each time begins a page behind the last that sent anything: places
   * of receivers that hang become free one by one, and would else all go to the same page.
   */
  async begin(signal: AbortSignal): Promise<void> {
    const { db, isSingleInstance } = this.#deps;
    if (this.#isFirst && isSingleInstance) await releaseAllDeliveries(db);
    this.#isFirst = false;
    const { after: start, retriesFirst } = this.#turn;
    let after = start;
    let next: Turn | null = null;
    let isAround = start === NO_LANE;
    while (!signal.aborted && this.#shares.free.quick.places > 0) {
      const lanes = await listLanes(db, after, LANES_PAGE);
      const isLastPage = lanes.length < LANES_PAGE;
      after = isLastPage ? NO_LANE : (lanes.at(-1) ?? NO_LANE);
      next ??= { after, retriesFirst: retriesFirst !== (after === NO_LANE) };
      if (await this.#claim(lanes, retriesFirst)) this.#turn = next;
      if (isLastPage && isAround) return;
      isAround ||= isLastPage;
      if (isAround && start !== NO_LANE && after >= start) return;
    }
  }

  /** Gives what is being sent a moment to end, gives up the rest, and leaves that to the next process. */
  async stop(): Promise<void> {
    await within(STOP_GRACE_MS, this.#idle());
    this.#stopping.abort();
    const left = [...this.#inFlight.keys()];
    await this.#idle();
    await releaseDeliveries(this.#deps.db, left);
  }

  async #idle(): Promise<void> {
    await Promise.all(this.#inFlight.values());
  }

  /** @returns whether there was anything to send. */
  async #claim(lanes: readonly string[], retriesFirst: boolean): Promise<boolean> {
    const { db, encryptor, clock } = this.#deps;
    const rooms = this.#shares.roomsOf(lanes);
    if (rooms.length === 0) return false;
    const at = clock.now();
    const claimed = await claimDeliveries(db, encryptor, {
      ...{ rooms, free: this.#shares.free, at, leaseUntil: new Date(at.getTime() + LEASE_MS) },
      retriesFirst,
    });
    for (const delivery of claimed) this.#send(delivery);
    return claimed.length > 0;
  }

  #send(delivery: ClaimedDelivery): void {
    const giveBack = this.#shares.take(delivery.lane, delivery.contentBytes);
    const sent = this.#try(delivery).then((pace) => {
      giveBack(pace);
      this.#inFlight.delete(delivery);
      this.#deps.onFree();
    });
    this.#inFlight.set(delivery, sent);
  }

  async #try(delivery: ClaimedDelivery): Promise<Pace | null> {
    const { attempts, log } = this.#deps;
    try {
      return await attempts.make(delivery, this.#stopping.signal);
    } catch (error) {
      // It could not even be written down: it waits for its lease to end.
      if (!this.#stopping.signal.aborted) log.error({ err: error }, 'delivery result not saved');
      return null;
    }
  }
}
