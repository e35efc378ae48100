import type { Clock } from '../base/clock.ts';

/** A clock that stands still until a test moves it. */
export class FakeClock implements Clock {
  #nowMs: number;

  constructor(now: Date | string = '2026-01-02T03:04:05.678Z') {
    this.#nowMs = new Date(now).getTime();
  }

  now(): Date {
    return new Date(this.#nowMs);
  }

  advance(ms: number): void {
    this.#nowMs += ms;
  }

  set(now: Date | string): void {
    this.#nowMs = new Date(now).getTime();
  }
}
