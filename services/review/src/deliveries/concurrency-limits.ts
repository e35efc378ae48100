/** How many deliveries of a lane may be claimed now. */
export interface LaneRoom {
  readonly lane: string;
  readonly room: number;
  /** Whether its last delivery succeeded within a second. */
  readonly isQuick: boolean;
}

/** Free capacity of the process. */
interface Share {
  readonly places: number;
  /** Bytes of output contents. */
  readonly bytes: number;
}

export interface FreeShares {
  readonly quick: Share;
  /** Shared by all lanes that are not quick. These slots are part of the quick ones. */
  readonly others: Share;
}

export interface Pace {
  /** Whether it succeeded. */
  readonly isDelivered: boolean;
  readonly tookMs: number;
}

type Standing = 'quick' | 'slow' | 'unproven';

interface Lane {
  inFlight: number;
  standing: Standing;
  /** When it last got a slot, as the number of slots given out by then. */
  servedAt: number;
}

/** Maximum of deliveries in flight per process. */
const IN_FLIGHT_MAX = 64;
// The remaining slots are reserved for quick lanes.
const NOT_QUICK_MAX = 32;
// For each of the two pools. The largest output has 8 MB. Sending takes about five times the memory of the contents:
// the texts, the JSON, which has the output twice, and its bytes.
const BYTES_MAX = 16 * 1024 * 1024;
const PER_LANE_MAX = 4;
// While most of the pool is idle, no other lane needs the slots.
const PER_LANE_IDLE_MAX = 16;
const IDLE_BELOW = 32;
const QUICK_MS_MAX = 1_000;
// A lane that is evicted starts over.
const LANES_KNOWN_MAX = 10_000;

/**
 * Divides the slots of a process between lanes, so that slow and dead receivers delay only themselves. A lane without a
 * recent success gets one slot and a slow one a few. Together these never take more than half. The bytes in flight are
 * divided the same way.
 */
export class ConcurrencyLimits {
  readonly #lanes = new Map<string, Lane>();
  readonly #quick = { count: 0, bytes: 0 };
  readonly #others = { count: 0, bytes: 0 };
  #served = 0;

  get free(): FreeShares {
    const places = IN_FLIGHT_MAX - this.#inFlight;
    return {
      quick: { places, bytes: BYTES_MAX - this.#quick.bytes },
      others: {
        places: Math.max(0, Math.min(places, NOT_QUICK_MAX - this.#others.count)),
        bytes: BYTES_MAX - this.#others.bytes,
      },
    };
  }

  get #inFlight(): number {
    return this.#quick.count + this.#others.count;
  }

  /** The lanes that have room, in the order of their turns. */
  roomsOf(lanes: readonly string[]): LaneRoom[] {
    return lanes
      .map((lane) => ({ lane, known: this.#lanes.get(lane) ?? UNKNOWN }))
      .sort(
        ({ known: one }, { known: other }) =>
          one.inFlight - other.inFlight || one.servedAt - other.servedAt,
      )
      .map(({ lane, known }) => ({
        lane,
        room: this.#limitOf(known) - known.inFlight,
        isQuick: known.standing === 'quick',
      }))
      .filter(({ room }) => room > 0);
  }

  /** Takes a slot for a delivery of that many bytes. @returns a function that releases it and records the result. */
  take(name: string, bytes: number): (pace: Pace | null) => void {
    const lane = this.#know(name);
    const taken = lane.standing === 'quick' ? this.#quick : this.#others;
    lane.inFlight += 1;
    lane.servedAt = this.#served += 1;
    taken.count += 1;
    taken.bytes += bytes;
    return (pace) => {
      lane.inFlight -= 1;
      taken.count -= 1;
      taken.bytes -= bytes;
      if (pace) lane.standing = standingAfter(pace);
    };
  }

  #limitOf({ standing }: Lane): number {
    if (standing === 'quick') {
      return this.#inFlight < IDLE_BELOW ? PER_LANE_IDLE_MAX : PER_LANE_MAX;
    }
    if (this.#others.count >= NOT_QUICK_MAX) return 0;
    return standing === 'slow' ? PER_LANE_MAX : 1;
  }

  #know(name: string): Lane {
    const known = this.#lanes.get(name);
    if (known) return known;
    if (this.#lanes.size >= LANES_KNOWN_MAX) this.#forgetIdle();
    const lane: Lane = { ...UNKNOWN };
    this.#lanes.set(name, lane);
    return lane;
  }

  #forgetIdle(): void {
    for (const [name, { inFlight }] of this.#lanes) {
      if (inFlight === 0) this.#lanes.delete(name);
    }
  }
}

const UNKNOWN: Lane = { inFlight: 0, standing: 'unproven', servedAt: 0 };

function standingAfter({ isDelivered, tookMs }: Pace): Standing {
  if (!isDelivered) return 'unproven';
  return tookMs <= QUICK_MS_MAX ? 'quick' : 'slow';
}
