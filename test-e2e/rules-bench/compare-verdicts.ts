import type { BenchRule } from './bench-rule.ts';
import type { Contestant } from './contestants/contestant.ts';

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
