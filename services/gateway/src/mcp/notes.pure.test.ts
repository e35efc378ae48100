import { expect, test } from '@jest/globals';
import { type AnswerOf, DECISIONS, type getOutputStatus } from '@output-review/contracts';

import { adviceOn } from './notes.pure.ts';

const flagged: AnswerOf<typeof getOutputStatus, 200> = {
  id: 'a',
  status: 'flagged',
  verdict: 'fail',
  confidenceScore: 1,
  explanation: 'No.',
  humanDecision: null,
  settled: true,
  comment: null,
  correctedOutput: null,
  correctedAction: null,
  decidedBy: null,
  decidedAt: null,
  approvals: null,
};

test.each([
  ['approved', null, true],
  ['changed', 'Better.', true],
  ['changed', null, false],
  ['rejected', null, false],
  ['handled', null, false],
] as const)(
  '%s with the correction %s: may proceed is %s',
  (humanDecision, correctedOutput, may) => {
    const advice = adviceOn({ ...flagged, humanDecision, correctedOutput });

    expect(advice.mayProceed).toBe(may);
    expect(advice.note).not.toBe('');
  },
);

test('what passed without being held may proceed', () => {
  expect(adviceOn({ ...flagged, status: 'pass' }).mayProceed).toBe(true);
});

test.each([null, ...DECISIONS])(
  'what has not settled may not, whatever was decided: %s',
  (former) => {
    const advice = adviceOn({ ...flagged, settled: false, humanDecision: former });

    expect(advice.mayProceed).toBe(false);
    expect(advice.note).toContain('not an approval');
  },
);
