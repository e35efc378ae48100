import type { Logger } from '@output-review/runtime';

/** The reading of a remote clock, and when it was taken. */
export interface ClockReading {
  /** The time that the clock reported. */
  readonly at: Date;
  /** When it was asked and when it answered, by this process's own clock, in milliseconds. */
  readonly askedAt: number;
  readonly answeredAt: number;
}

// A window that spans a switch is off by the skew. A smaller skew cannot be told from a slow answer.
const SKEW_MS_MAX = 50;
// Services that use PostgreSQL's clock count the deadline of an output from its slot. Their own clocks may differ from
// PostgreSQL's by this much.
const APART_MS_MIN = 1_000;
// If a slow answer leaves it open whether the clocks differ, the last result stays.
const TOGETHER_MS_MAX = APART_MS_MIN / 2;

/** Reads a remote clock. */
export async function readClock(ask: () => Promise<Date>): Promise<ClockReading> {
  const askedAt = performance.now();
  const at = await ask();
  return { at, askedAt, answeredAt: performance.now() };
}

/**
 * Watches whether the clocks of Redis and PostgreSQL agree. The window relies on that when counting moves from one to
 * the other.
 */
export class ClockSkew {
  readonly #log: Logger;
  #skewMs = 0;
  #distrust: string | null = null;

  constructor(log: Logger) {
    this.#log = log;
  }

  /** How far Redis is ahead in milliseconds, as last measured; 0 if within the measurement error. */
  get ms(): number {
    return this.#skewMs;
  }

  /** Why Redis must not count again: its clock was wrong and has not been right since; null if it may. */
  get distrust(): string | null {
    return this.#distrust;
  }

  /** @returns why Redis's clock is wrong; null if it is right or that cannot be determined. */
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
