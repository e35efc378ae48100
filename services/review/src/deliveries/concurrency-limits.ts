/** How many deliveries a lane may have claimed now. */
export interface LaneRoom {
  readonly lane: string;
  readonly room: number;
  /** Whether it came through lately, within a second. */
  readonly isQuick: boolean;
}

/** What of a process is still to be had. */
interface Share {
  readonly places: number;
  /** Of what outputs hold. */
  readonly bytes: number;
}

export interface FreeShares {
  readonly quick: Share;
  /** Of all lanes together that are not quick; its places are among those of the quick. */
  readonly others: Share;
}

export interface Pace {
  /** Whether it came through. */
  readonly isDelivered: boolean;
  readonly tookMs: number;
}

type Standing = 'quick' | 'slow' | 'unproven';

interface Lane {
  inFlight: number;
  standing: Standing;
  /** When it was last given a place, counted in places. */
  servedAt: number;
}

/** Deliveries that one process sends at a time. */
const IN_FLIGHT_MAX = 64;
// What is left are the places of those who are known to be quick, whatever the others do.
const NOT_QUICK_MAX = 32;
// For each of the two. The largest output has 8 MB; what is sent takes about five times the memory of
// what it holds: its texts, all of them as JSON with that of the output twice, and the bytes of that.
const BYTES_MAX = 16 * 1024 * 1024;
const PER_LANE_MAX = 4;
// Nobody else wants the places of a pool that is mostly idle.
const PER_LANE_IDLE_MAX = 16;
const IDLE_BELOW = 32;
const QUICK_MS_MAX = 1_000;
// What is forgotten has to prove itself once more.
const LANES_KNOWN_MAX = 10_000;

/**
 * Shares the places of a process between lanes, so that slow and dead receivers hold up nobody but
 * themselves: who has not come through lately gets one place, the slow get few, and all of these
 * together never more than half. So it is with the bytes of what is being sent.
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

  /** Those of the lanes that have room, in the order in which it is their turn. */
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

  /** Takes a place for what holds so many bytes. @returns gives it back, and says how it went. */
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
