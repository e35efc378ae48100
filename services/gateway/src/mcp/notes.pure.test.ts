import { expect, test } from '@jest/globals';
import {
  type AnswerOf,
  DECISIONS,
  type getOutputStatus,
  OUTPUT_STATUSES,
} from '@output-review/contracts';

import { adviceOn, noteOnSubmitted } from './notes.pure.ts';

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

const ofText = { isActionAlone: false };
const ofAction = { isActionAlone: true };

test.each([
  ['approved', null, true],
  ['changed', 'Better.', true],
  ['changed', null, false],
  ['rejected', null, false],
  ['handled', null, false],
] as const)(
  '%s with the correction %s: mayProceed is %s',
  (humanDecision, correctedOutput, may) => {
    const advice = adviceOn({ ...flagged, humanDecision, correctedOutput }, ofText);

    expect(advice.mayProceed).toBe(may);
    expect(advice.note).not.toBe('');
  },
);

test.each([
  ['a text', { correctedOutput: 'Ask first.' }, false],
  ['params', { correctedAction: { params: {} } }, true],
  ['both', { correctedOutput: 'Ask first.', correctedAction: { params: {} } }, true],
])('an action without text that was changed by %s: mayProceed is %s', (...row) => {
  const [, correction, may] = row;
  const changed = { ...flagged, humanDecision: 'changed', ...correction } as const;

  expect(adviceOn(changed, ofAction).mayProceed).toBe(may);
});

test('an output that passed without being held may proceed', () => {
  expect(adviceOn({ ...flagged, status: 'pass' }, ofText).mayProceed).toBe(true);
});

test.each([null, ...DECISIONS])(
  'an output that has not settled may not proceed, whatever the decision: %s',
  (former) => {
    const advice = adviceOn({ ...flagged, settled: false, humanDecision: former }, ofText);

    expect(advice.mayProceed).toBe(false);
    expect(advice.note).toContain('not an approval');
  },
);

test('only the note on a pass lets the submission be used', () => {
  const notes = OUTPUT_STATUSES.map((status) => noteOnSubmitted({ status, isRepeat: false }));

  const usable = OUTPUT_STATUSES.filter((_, at) => !notes[at]?.includes('Do not use it yet'));
  expect(usable).toEqual(['pass']);
});

test.each(OUTPUT_STATUSES)('the note on a repeat does not let it be used: %s', (status) => {
  const note = noteOnSubmitted({ status, isRepeat: true });

  expect(note).toContain('Do not use it yet');
  expect(note).toContain('await_decision');
});
