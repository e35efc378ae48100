import type { BenchRule } from './bench-rules.ts';

/** An engine that applies rules to outputs. */
export interface Contestant {
  readonly name: string;
  /** Compiles rules. The returned function tells which of them pass on an output. */
  prepare(rules: readonly BenchRule[]): (output: string) => Promise<readonly boolean[]>;
  /** Stops what it has started. */
  close?(): Promise<void>;
}

// The slowest takes a tenth of a second per output. A few are enough for each rule to fail and pass.
const COMPARED = 8;

/** @throws if two engines disagree about a rule on any of the outputs. */
export async function compareVerdicts(
  contestants: readonly Contestant[],
  rules: readonly BenchRule[],
  outputs: readonly string[],
): Promise<void> {
  const step = Math.ceil(outputs.length / COMPARED);
  const compared = outputs.filter((_, index) => index % step === 0);
  const [first, ...others] = contestants.map((each) => ({ ...each, apply: each.prepare(rules) }));
  if (!first) return;
  for (const output of compared) {
    const expected = await first.apply(output);
    for (const { name, apply } of others) {
      const passes = await apply(output);
      const differing = rules.findIndex((_, index) => passes[index] !== expected[index]);
      if (passes.length === expected.length && differing === -1) continue;
      const rule = JSON.stringify(rules[differing]);
      throw new Error(`${first.name} and ${name} disagree on ${rule} for ${output.slice(0, 200)}`);
    }
  }
}

/**
 * Applies rules to one output after another for the given time.
 *
 * @returns outputs per second
 */
export async function measureRate(
  apply: (output: string) => Promise<unknown>,
  outputs: readonly string[],
  durationMs: number,
): Promise<number> {
  // Warm-up: engines build their automata and V8 compiles the code.
  await runFor(apply, outputs, durationMs / 2);
  return runFor(apply, outputs, durationMs);
}

async function runFor(
  apply: (output: string) => Promise<unknown>,
  outputs: readonly string[],
  durationMs: number,
): Promise<number> {
  const beganAt = performance.now();
  for (let done = 1; ; done += 1) {
    await apply(outputs[(done - 1) % outputs.length] ?? '');
    const elapsedMs = performance.now() - beganAt;
    if (elapsedMs >= durationMs) return (done * 1_000) / elapsedMs;
  }
}
