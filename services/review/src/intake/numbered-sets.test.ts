import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { expect, test } from '@jest/globals';
import type { AppliedRule } from '@output-review/contracts';
import { newId } from '@output-review/runtime';

import { NumberedSets, OUTCOME_SETS } from './numbered-sets.ts';

const MB = 1024 * 1024;

function heapUsed(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

test('many rules of independent outcomes are numbered without keeping their sets', () => {
  const versionIds = Array.from({ length: 1_000 }, () => newId());
  const evaluationOf = (n: number) => ({
    appliedRules: versionIds.map((ruleVersionId, at): AppliedRule => ({
      ...{ ruleVersionId, outcome: (n >> (at % 10)) % 2 === 0 ? 'passed' : 'failed' },
      ...{ summary: null, evaluator: 'deterministic', latencyMs: 0.1 },
    })),
  });
  const sets = new NumberedSets(OUTCOME_SETS);
  const before = heapUsed();

  const ids = Array.from({ length: 600 }, (_, n) => sets.idOf(evaluationOf(n)));

  expect(new Set(ids).size).toBe(600);
  expect(heapUsed() - before).toBeLessThan(8 * MB);
  expect(sets.idOf(evaluationOf(7))).toBe(ids[7]);
});
