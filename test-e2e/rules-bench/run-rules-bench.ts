import { formatReport } from '../load/report.ts';
import { benchOutputs, wordsOf } from './bench-outputs.ts';
import { compareVerdicts } from './compare-verdicts.ts';
import type { Contestant } from './contestants/contestant.ts';
import { makeBenchRules } from './make-bench-rules.ts';
import { measureRate } from './measure-rate.ts';
import { formatRates, goalsOf, type Rate } from './rates-report.ts';

export interface RulesBenchOptions {
  readonly contestants: Readonly<Record<Rate['contestant'], Contestant>>;
  readonly outputs: readonly string[];
  /** How long each contestant is measured with each number of rules. */
  readonly durationMs: number;
  readonly print: (line: string) => void;
}

const RULES = [10, 100, 1_000];

/** Measures all of them, one after the other, on the same rules and outputs. */
export async function runRulesBench(options: RulesBenchOptions): Promise<boolean> {
  const { contestants, durationMs, print } = options;
  const named = Object.entries(contestants) as [Rate['contestant'], Contestant][];
  const words = wordsOf(options.outputs);
  const rates: Rate[] = [];
  for (const { name, outputs } of benchOutputs(options.outputs)) {
    for (const count of RULES) {
      const rules = makeBenchRules(count, words);
      await compareVerdicts(Object.values(contestants), rules, outputs);
      for (const [contestant, { prepare }] of named) {
        const outputsPerSecond = await measureRate(prepare(rules), outputs, durationMs);
        rates.push({ contestant, outputs: name, rules: count, outputsPerSecond });
      }
    }
  }
  const goals = goalsOf(rates);
  print(`Outputs a second; all four agree about each rule.\n\n${formatRates(rates)}\n`);
  print(formatReport(goals));
  return goals.every(({ isReached }) => isReached);
}
