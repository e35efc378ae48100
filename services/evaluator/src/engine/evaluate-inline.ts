import type { ExactRule } from './compile-rule.ts';
import type { JudgedOutput } from './judged-output.ts';
import type { RuleResult } from './rule-types/rule-type.ts';
import type { TextScanner } from './text-scan/text-scanner.ts';

/** How a rule ended, and how long that took. */
export interface SettledRule {
  readonly settlement: RuleResult;
  readonly latencyMs: number;
}

interface SettleHereDeps {
  /** Null where the rules look for nothing. */
  readonly scanner: TextScanner | null;
  readonly scheduler: CooperativeScheduler;
}

/**
 * Settles rules one after the other, with what one scan has found for all of them.
 *
 * @returns how each of them ended; null for those that would take long
 */
export async function evaluateInline(
  rules: readonly ExactRule[],
  output: JudgedOutput,
  { scanner, scheduler }: SettleHereDeps,
): Promise<(SettledRule | null)[]> {
  const { scanned, scanMsEach } = await scan(output, scanner, scheduler);
  const settled: (SettledRule | null)[] = [];
  let beganMs = scheduler.readMs();
  for (const rule of rules) {
    const settlement = rule.settle(scanned);
    const endedMs = scheduler.readMs();
    const ownMs = endedMs - beganMs + (rule.sought ? scanMsEach : 0);
    settled.push(settlement && { settlement, latencyMs: ownMs });
    const pause = scheduler.pauseAt(endedMs);
    if (pause) await pause;
    beganMs = pause ? scheduler.readMs() : endedMs;
  }
  return settled;
}

/** The time of the scan is divided among what it looked for. */
async function scan(
  output: JudgedOutput,
  scanner: TextScanner | null,
  scheduler: CooperativeScheduler,
): Promise<{ readonly scanned: JudgedOutput; readonly scanMsEach: number }> {
  if (!output.text || !scanner) return { scanned: output, scanMsEach: 0 };
  const { result: finds, ownMs } = await scheduler.take(scanner.scan(output.text));
  return { scanned: { ...output, finds }, scanMsEach: ownMs / Math.max(1, scanner.size) };
}

export interface SchedulerDeps {
  /** Milliseconds of a clock that only runs forward, with fractions. */
  readonly readMs: () => number;
  /** Resolves when whoever else waits for the thread has had a turn. */
  readonly yieldTurn: () => Promise<void>;
}

// Accepting shares the thread in one process: its p99 goal of 50 ms has room for a few such turns.
const TURN_MS_MAX = 5;

/** Work that gives way to others every few milliseconds, however it is cut into pieces. */
export class CooperativeScheduler {
  readonly #deps: SchedulerDeps;
  #beganMs: number;

  constructor(deps: SchedulerDeps) {
    this.#deps = deps;
    this.#beganMs = deps.readMs();
  }

  readMs(): number {
    return this.#deps.readMs();
  }

  /** Takes steps until they come to a result, with the time that they themselves took. */
  async take<T>(
    steps: Generator<undefined, T, undefined>,
  ): Promise<{ readonly result: T; readonly ownMs: number }> {
    let ownMs = 0;
    for (;;) {
      const beganMs = this.readMs();
      const step = steps.next();
      const endedMs = this.readMs();
      ownMs += endedMs - beganMs;
      if (step.done) return { result: step.value, ownMs };
      const pause = this.pauseAt(endedMs);
      if (pause) await pause;
    }
  }

  /** @returns null where the turn goes on; else what to wait for before the next one. */
  pauseAt(nowMs: number): Promise<void> | null {
    return nowMs - this.#beganMs > TURN_MS_MAX ? this.#pause() : null;
  }

  async #pause(): Promise<void> {
    await this.#deps.yieldTurn();
    this.#beganMs = this.#deps.readMs();
  }
}
