import type { ExactRule } from './compile-rule.ts';
import type { JudgedOutput } from './judged-output.ts';
import type { RuleResult } from './rule-types/rule-type.ts';
import type { TextScanner } from './text-scan/text-scanner.ts';

/** The result of a rule, with the time it took. */
export interface SettledRule {
  readonly settlement: RuleResult;
  readonly latencyMs: number;
}

/**
 * Settles rules one after another, using the matches of one scan for all of them.
 *
 * @param scanner null if no rule searches texts
 * @returns the result of each rule; null for rules that would take long
 */
export async function evaluateInline(
  rules: readonly ExactRule[],
  output: JudgedOutput,
  { scanner, scheduler }: { scanner: TextScanner | null; scheduler: CooperativeScheduler },
): Promise<(SettledRule | null)[]> {
  const { scanned, scanMsEach } = await scan(output, scanner, scheduler);
  const settled: (SettledRule | null)[] = [];
  let beganMs = scheduler.readMs();
  for (const rule of rules) {
    const settlement = rule.settle(scanned);
    const endedMs = scheduler.readMs();
    const ownMs = endedMs - beganMs + (rule.searchTerm ? scanMsEach : 0);
    settled.push(settlement && { settlement, latencyMs: ownMs });
    const pause = scheduler.pauseAt(endedMs);
    if (pause) await pause;
    beganMs = pause ? scheduler.readMs() : endedMs;
  }
  return settled;
}

/** Divides the time of the scan among the rules it searched for. */
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
  /** Milliseconds of a monotonic clock, with fractions. */
  readonly readMs: () => number;
  /** Resolves when other work waiting for the thread has had a turn. */
  readonly yieldTurn: () => Promise<void>;
}

// Submissions share the thread in the one-process setup. Their p99 goal of 50 ms leaves room for a few such turns.
const TURN_MS_MAX = 5;

/** Yields the thread to other work every few milliseconds, however the work is divided into steps. */
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

  /** Runs steps until they return a result, and measures the time of the steps alone. */
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

  /** @returns null if the turn goes on, otherwise a promise to await before the next step. */
  pauseAt(nowMs: number): Promise<void> | null {
    return nowMs - this.#beganMs > TURN_MS_MAX ? this.#pause() : null;
  }

  async #pause(): Promise<void> {
    await this.#deps.yieldTurn();
    this.#beganMs = this.#deps.readMs();
  }
}
