import type { BenchRule } from './bench-rules.ts';

/** Somebody who applies rules to outputs. */
export interface Contestant {
  readonly name: string;
  /** Makes rules ready; what comes back tells of an output which of them pass. */
  prepare(rules: readonly BenchRule[]): (output: string) => Promise<readonly boolean[]>;
  /** Ends what it has started. */
  close?(): Promise<void>;
}

// The slowest takes a tenth of a second for one; a few are enough for each rule to fail and to pass.
const COMPARED = 8;

/** @throws where two of them differ about a rule on one of some outputs. */
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
      throw new Error(`${first.name} and ${name} differ about ${rule} on ${output.slice(0, 200)}`);
    }
  }
}

/**
 * Applies rules to one output after the other, for so long.
 *
 * @returns outputs a second
 */
export async function measureRate(
  apply: (output: string) => Promise<unknown>,
  outputs: readonly string[],
  durationMs: number,
): Promise<number> {
  // Engines make their automata and V8 its code while the first ones pass.
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
