import { expect, test } from '@jest/globals';

import { JudgeFailure, type JudgeFailureReason } from '../judges/judge-failure.pure.ts';
import { mayHaveCost } from './apply.pure.ts';

function failed(reason: JudgeFailureReason, attempts = 1) {
  return { judge: null, reply: new JudgeFailure(reason), attempts, latencyMs: 5 };
}

test.each<[JudgeFailureReason, JudgeFailureReason | null, boolean]>([
  ['timeout', null, true],
  ['timeout', 'rate_limited', true],
  ['timeout', 'down', false],
  ['timeout', 'paused', false],
  ['off_schema', 'down', true],
  ['down', null, false],
  ['unreachable', null, false],
])(
  'decides whether a call that ends as %s may have had a cost beside %s: %p',
  (reason, away, may) => {
    expect(mayHaveCost(failed(reason), away ? failed(away) : undefined)).toBe(may);
  },
);

test('counts a cut-off call as a possible cost, but not a call that had no time left', () => {
  const unasked = failed('timeout', 0);

  expect(mayHaveCost(failed('timeout'), unasked)).toBe(true);
  expect(mayHaveCost(unasked, unasked)).toBe(false);
});
