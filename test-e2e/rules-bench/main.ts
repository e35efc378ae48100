import { cpus } from 'node:os';
import { parseArgs } from 'node:util';

import { cacheFolder } from '@output-review/native/install';

import { sampleSubmissions } from '../load/texts.ts';
import { BARE_LOOP } from './contestants/bare-loop.ts';
import type { Contestant } from './contestants/contestant.ts';
import { ourEngine } from './contestants/ours.ts';
import { loadPromptfoo } from './contestants/promptfoo.ts';
import { runRulesBench } from './run-rules-bench.ts';

const { values } = parseArgs({
  options: {
    outputs: { type: 'string' },
    seconds: { type: 'string', default: '2' },
  },
});

process.stdout.write(`Node ${process.version}, ${cpus()[0]?.model ?? ''}, one at a time\n\n`);
const contestants = {
  promptfoo: await loadPromptfoo(cacheFolder(process.env)),
  bareLoop: BARE_LOOP,
  ours: await ourEngine('re2'),
  fallback: await ourEngine('re2js'),
};
const isAllReached = await runRulesBench({
  contestants,
  outputs: sampleSubmissions(values.outputs ?? null).map(({ output }) => output),
  durationMs: Number(values.seconds) * 1000,
  print: (line) => process.stdout.write(`${line}\n`),
});
for (const { close } of Object.values<Contestant>(contestants)) await close?.();
// promptfoo leaves timers behind.
process.exit(isAllReached ? 0 : 1);
