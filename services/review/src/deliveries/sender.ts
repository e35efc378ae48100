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
  /** Whether this is the only process on the database. Then the claims of a killed one are released at the start. */
  readonly isSingleInstance: boolean;
  /** Called when slots become free. */
  readonly onFree: () => void;
}

/** Where the next claim starts. */
interface Turn {
  /** The page of lanes after this one. */
  readonly after: string;
  /** Within a lane. Alternates after each round over all pages. */
  readonly retriesFirst: boolean;
}

// A page is read in a few milliseconds, and few workspaces have more receivers at a time.
const LANES_PAGE = 256;
const NO_LANE = '';
// The whole service has 5 s to stop. The next process repeats what is aborted here.
const STOP_GRACE_MS = 1_000;

/** Sends waiting deliveries, as many at a time as there are slots. */
export class DeliverySender {
  readonly #deps: Deps;
  readonly #shares = new ConcurrencyLimits();
  readonly #inFlight = new Map<ClaimedDelivery, Promise<void>>();
  readonly #stopping = new AbortController();
  #turn: Turn = { after: NO_LANE, retriesFirst: true };
  #isFirst = true;

  constructor(deps: Deps) {
    this.#deps = deps;
    // Every attempt listens to it until it ends. The slots bound their number.
    setMaxListeners(0, this.#stopping.signal);
  }

  /**
   * Claims and sends while there are slots, in at most one round over all lanes. The first page takes the free slots,
   * so each call begins one page after the last that sent anything. Otherwise slots of hanging receivers, which become
   * free one by one, would all go to the same page.
   */
  async begin(signal: AbortSignal): Promise<void> {
    const { db, clock, isSingleInstance } = this.#deps;
    if (this.#isFirst && isSingleInstance) await releaseAllDeliveries(db);
    this.#isFirst = false;
    const { after: start, retriesFirst } = this.#turn;
    let after = start;
    let next: Turn | null = null;
    let isAround = start === NO_LANE;
    while (!signal.aborted && this.#shares.free.quick.places > 0) {
      const lanes = await listLanes(db, { after, limit: LANES_PAGE, at: clock.now() });
      const isLastPage = lanes.length < LANES_PAGE;
      after = isLastPage ? NO_LANE : (lanes.at(-1) ?? NO_LANE);
      next ??= { after, retriesFirst: retriesFirst !== (after === NO_LANE) };
      if (await this.#claim(lanes, retriesFirst)) this.#turn = next;
      if (isLastPage && isAround) return;
      isAround ||= isLastPage;
      if (isAround && start !== NO_LANE && after >= start) return;
    }
  }

  /** Gives deliveries in flight a moment to end, then aborts them and leaves them to the next process. */
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

  /** @returns whether anything was claimed. */
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
    const release = this.#shares.take(delivery.lane, delivery.contentBytes);
    const sent = this.#try(delivery).then((pace) => {
      release(pace);
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
      // The result could not be saved: the delivery waits for its lease to expire.
      if (!this.#stopping.signal.aborted) log.error({ err: error }, 'delivery result not saved');
      return null;
    }
  }
}
