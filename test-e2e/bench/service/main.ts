import { resolve } from 'node:path';

import { sampleSubmissions } from '../../harness/texts.ts';
import { runBench } from '../frame/bench.ts';
import { runParts } from './parts.ts';
import { runQuick } from './quick/quick.ts';

await runBench({
  options: {
    outputs: { type: 'string' },
    seconds: { type: 'string', default: '60' },
    seeded: { type: 'string', default: '1000000' },
    only: { type: 'string', multiple: true },
    quick: { type: 'boolean', default: false },
    against: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    'find-rate': { type: 'string', default: '500' },
    keep: { type: 'boolean', default: false },
    profile: { type: 'string' },
  },
  beside: 'load generator on the same cores',
  run: (bench, values) => {
    const { profile } = values;
    if (profile !== undefined) {
      bench.nodeFlags = ['--cpu-prof', `--cpu-prof-dir=${resolve(profile)}`];
    }
    const outputsFile = values.outputs ?? null;
    const samples = sampleSubmissions(outputsFile);
    const findPerSecond = Number(values['find-rate']);
    if (values.quick) {
      const { against = null, keep: isKept, rounds } = values;
      return runQuick(bench, {
        ...{ samples, outputsFile, against, isKept, findPerSecond },
        rounds: Number(rounds),
      });
    }
    return runParts(bench, {
      samples,
      durationMs: Number(values.seconds) * 1000,
      findPerSecond,
      seeded: Number(values.seeded),
      only: values.only ?? null,
    });
  },
});
