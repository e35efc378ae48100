import { cacheFolder } from '@output-review/native/install';

import { sampleSubmissions } from '../../harness/texts.ts';
import { type Bench, runBench } from '../frame/bench.ts';
import { BARE_LOOP } from './bare-loop.ts';
import { benchOutputs, wordsOf } from './bench-outputs.ts';
import { makeBenchRules } from './bench-rules.ts';
import { compareVerdicts, type Contestant, measureRate } from './contestant.ts';
import { ourEngine } from './our-engine.ts';
import { loadPromptfoo } from './promptfoo.ts';
import { formatRates, goalsOf, type Rate } from './rates.ts';

type Contestants = Readonly<Record<Rate['contestant'], Contestant>>;

const RULES = [10, 100, 1_000];

await runBench({
  options: {
    outputs: { type: 'string' },
    // Duration per engine and number of rules.
    seconds: { type: 'string', default: '2' },
  },
  beside: 'one at a time',
  run: async (bench, values) => {
    const contestants = await loadContestants(bench);
    const outputs = sampleSubmissions(values.outputs ?? null).map(({ output }) => output);
    const rates = await measureRates(contestants, outputs, Number(values.seconds) * 1_000);
    bench.print(
      `Outputs per second. All four engines agree on every rule.\n\n${formatRates(rates)}`,
    );
    return bench.report(goalsOf(rates));
  },
});
// promptfoo leaves timers running.
process.exit();

async function loadContestants(bench: Bench): Promise<Contestants> {
  const contestants: Contestants = {
    promptfoo: await loadPromptfoo(cacheFolder(process.env)),
    bareLoop: BARE_LOOP,
    ours: await ourEngine('re2'),
    fallback: await ourEngine('re2js'),
  };
  for (const { name, close } of Object.values(contestants)) bench.onEnd(name, () => close?.());
  return contestants;
}

/** Measures all engines sequentially on the same rules and outputs. */
async function measureRates(
  contestants: Contestants,
  samples: readonly string[],
  durationMs: number,
): Promise<Rate[]> {
  const named = Object.entries(contestants) as [Rate['contestant'], Contestant][];
  const words = wordsOf(samples);
  const rates: Rate[] = [];
  for (const { name, outputs } of benchOutputs(samples)) {
    for (const count of RULES) {
      const rules = makeBenchRules(count, words);
      await compareVerdicts(Object.values(contestants), rules, outputs);
      for (const [contestant, { prepare }] of named) {
        const outputsPerSecond = await measureRate(prepare(rules), outputs, durationMs);
        rates.push({ contestant, outputs: name, rules: count, outputsPerSecond });
      }
    }
  }
  return rates;
}
