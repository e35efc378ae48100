import type { Logger } from '@output-review/runtime';

/** What a clock elsewhere said, and when. */
export interface ClockReading {
  /** What the clock said. */
  readonly at: Date;
  /** When it was asked and when it had answered, on this process's own clock, in milliseconds. */
  readonly askedAt: number;
  readonly answeredAt: number;
}

// A window that spans a switch is off by as much; less than this nobody can tell from a slow answer.
const SKEW_MS_MAX = 50;
// The slot of an output is the time from which its deadline is counted, by services that go by PostgreSQL: as
// much as their own clocks may differ from that.
const APART_MS_MIN = 1_000;
// Where a slow answer leaves it open whether clocks are apart, what was known of them still holds.
const TOGETHER_MS_MAX = APART_MS_MIN / 2;

/** Reads a clock elsewhere. */
export async function readClock(ask: () => Promise<Date>): Promise<ClockReading> {
  const askedAt = performance.now();
  const at = await ask();
  return { at, askedAt, answeredAt: performance.now() };
}

/**
 * Watches whether the clocks of Redis and of PostgreSQL agree, on which the window relies where it is
 * handed from one to the other.
 */
export class ClockSkew {
  readonly #log: Logger;
  #skewMs = 0;
  #distrust: string | null = null;

  constructor(log: Logger) {
    this.#log = log;
  }

  /** By how much Redis is ahead, in milliseconds, as last seen; 0 where it is within what can be told. */
  get ms(): number {
    return this.#skewMs;
  }

  /** Why Redis is not to be returned to: its times were wrong, and were not seen right since; null where it may be. */
  get distrust(): string | null {
    return this.#distrust;
  }

  /** @returns why the times of Redis are wrong; null where that cannot be told, or they are right. */
  compare(redis: ClockReading, postgres: ClockReading): string | null {
    const skewMs = offsetOf(redis) - offsetOf(postgres);
    const doubtMs = (spanOf(redis) + spanOf(postgres)) / 2;
    const isSkewed = Math.abs(skewMs) - doubtMs > SKEW_MS_MAX;
    if (isSkewed && this.#skewMs === 0) {
      this.#log.warn({ skewMs: Math.round(skewMs) }, 'clocks of redis and postgres differ');
    }
    this.#skewMs = isSkewed ? skewMs : 0;
    const isApart = Math.abs(skewMs) - doubtMs > APART_MS_MIN;
    if (isApart) this.#distrust = describeSkew(skewMs);
    else if (Math.abs(skewMs) + doubtMs <= TOGETHER_MS_MAX) this.#distrust = null;
    return isApart ? this.#distrust : null;
  }
}

function describeSkew(skewMs: number): string {
  const seconds = (Math.abs(skewMs) / 1_000).toFixed(1);
  return `its clock is ${seconds} s ${skewMs > 0 ? 'ahead of' : 'behind'} PostgreSQL's`;
}

function offsetOf({ at, askedAt, answeredAt }: ClockReading): number {
  return at.getTime() - (askedAt + answeredAt) / 2;
}

function spanOf({ askedAt, answeredAt }: ClockReading): number {
  return answeredAt - askedAt;
}
