import { setMaxListeners } from 'node:events';

import type {
  FreeShares,
  LaneRoom,
  LaneShares,
  Pace,
} from '../../domain/deliveries/lane-shares.ts';
import type { AttemptDelivery } from './attempt-delivery.ts';
import { type ClaimedDelivery, LEASE_MS } from './claimed-delivery.ts';

export interface Claim {
  /** In the order in which it is their turn. */
  readonly rooms: readonly LaneRoom[];
  readonly free: FreeShares;
  readonly at: Date;
  readonly leaseUntil: Date;
  /** Whether retries go before what was never tried: in turns, so that neither starves. */
  readonly retriesFirst: boolean;
}

interface Deps {
  readonly now: () => Date;
  readonly shares: LaneShares;
  /** Lanes that have something to send, now or later, behind the given one, in their order. */
  readonly listLanes: (after: string, limit: number) => Promise<string[]>;
  readonly claim: (claim: Claim) => Promise<ClaimedDelivery[]>;
  /** Leaves claimed deliveries to whoever comes next. */
  readonly release: (deliveries: readonly ClaimedDelivery[]) => Promise<void>;
  readonly attempt: AttemptDelivery;
  /** Told of an attempt that could not even be written down; its delivery waits for its lease to end. */
  readonly onFailure: (error: unknown) => void;
  /** Places have become free. */
  readonly onFree: () => void;
}

// A page is read in some milliseconds; few workspaces have more receivers at a time.
const LANES_PAGE = 256;
const NO_LANE = '';

/** Sends what waits, as many at a time as there are places. */
export class WaitingDeliveries {
  readonly #deps: Deps;
  readonly #inFlight = new Map<ClaimedDelivery, Promise<void>>();
  readonly #stopping = new AbortController();
  #after = NO_LANE;
  #retriesFirst = false;

  constructor(deps: Deps) {
    this.#deps = deps;
    // Every attempt listens to it until it ends; how many there are, the shares bound.
    setMaxListeners(0, this.#stopping.signal);
  }

  /** Claims as long as there are places, and begins to send; goes once through all lanes at most. */
  async begin(signal: AbortSignal): Promise<void> {
    const start = this.#after;
    let isAround = start === NO_LANE;
    while (!signal.aborted && this.#deps.shares.free.quick.places > 0) {
      const lanes = await this.#deps.listLanes(this.#after, LANES_PAGE);
      await this.#claim(lanes);
      const isLastPage = lanes.length < LANES_PAGE;
      if (isLastPage && isAround) {
        this.#after = NO_LANE;
        return;
      }
      this.#after = isLastPage ? NO_LANE : (lanes.at(-1) ?? NO_LANE);
      isAround ||= isLastPage;
      if (isAround && start !== NO_LANE && this.#after >= start) return;
    }
  }

  /** Resolves when what is being sent now has ended. */
  async idle(): Promise<void> {
    await Promise.all(this.#inFlight.values());
  }

  /** Gives up what is being sent, and leaves it to the next process. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    const left = [...this.#inFlight.keys()];
    await this.idle();
    await this.#deps.release(left);
  }

  async #claim(lanes: readonly string[]): Promise<void> {
    const { shares, now, claim } = this.#deps;
    const rooms = shares.roomsOf(lanes);
    if (rooms.length === 0) return;
    const at = now();
    this.#retriesFirst = !this.#retriesFirst;
    const claimed = await claim({
      ...{ rooms, free: shares.free, at, leaseUntil: new Date(at.getTime() + LEASE_MS) },
      retriesFirst: this.#retriesFirst,
    });
    for (const delivery of claimed) this.#send(delivery);
  }

  #send(delivery: ClaimedDelivery): void {
    const giveBack = this.#deps.shares.take(delivery.lane, delivery.contentBytes);
    const sent = this.#try(delivery).then((pace) => {
      giveBack(pace);
      this.#inFlight.delete(delivery);
      this.#deps.onFree();
    });
    this.#inFlight.set(delivery, sent);
  }

  async #try(delivery: ClaimedDelivery): Promise<Pace | null> {
    const { attempt, onFailure } = this.#deps;
    try {
      return await attempt(delivery, this.#stopping.signal);
    } catch (error) {
      if (!this.#stopping.signal.aborted) onFailure(error);
      return null;
    }
  }
}
