import { expect, test } from '@jest/globals';

import {
  BAD_VALUES,
  GOOD_VALUES,
  labelOf,
  type LabelRules,
  NeedsThreshold,
} from './labels.pure.ts';
import type { Score } from './sources/imported.pure.ts';

test.each<[Score['value'], 'approved' | 'rejected']>([
  [true, 'approved'],
  [false, 'rejected'],
  ['Correct', 'approved'],
  ['thumbs-down', 'rejected'],
  ['👍', 'approved'],
  ['fail', 'rejected'],
])('%j is %s', (value, decision) => {
  expect(label([{ name: 'a', value }])).toMatchObject({ decision });
});

test.each([0, 1, 0.7])('the number %d needs a threshold', (value) => {
  expect(() => label([{ name: 'a', value }])).toThrow(NeedsThreshold);
});

test.each([
  [0.5, 'approved'],
  [0.49, 'rejected'],
])('with a threshold of 0.5 the number %d is %s', (value, decision) => {
  expect(label([{ name: 'a', value }], { goodFrom: 0.5 })).toMatchObject({ decision });
});

test('an unknown value gives no label', () => {
  expect(label([{ name: 'a', value: 'meh' }])).toEqual({ unlabelled: 'with “meh”' });
});

test('replaces control characters in printed values with spaces', () => {
  expect(label([{ name: 'a', value: '\u001B[2Jmeh' }])).toEqual({ unlabelled: 'with “ [2Jmeh”' });
});

test('only the named values count', () => {
  const rules = { good: ['factual'], bad: ['hallucinated'] };

  expect(label([{ name: 'a', value: 'Hallucinated' }], rules)).toMatchObject({
    decision: 'rejected',
  });
  expect(label([{ name: 'a', value: 'correct' }], rules)).toEqual({ unlabelled: 'with “correct”' });
});

test('scores that disagree give no label, and unknown values do not count', () => {
  const good = { name: 'a', value: 'good' };

  expect(label([good, { name: 'b', value: 'bad' }])).toEqual({
    unlabelled: 'with scores that disagree',
  });
  expect(label([good, { name: 'b', value: 'English' }])).toMatchObject({ decision: 'approved' });
});

test('a score by a machine counts only if it is named', () => {
  const scores = [{ name: 'judge', value: 'correct', by: 'LLM' }];

  expect(label(scores)).toEqual({ unlabelled: 'without a score' });
  expect(label(scores, { names: ['judge'] })).toEqual({
    decision: 'approved',
    comment: 'Imported from Phoenix: judge = correct (LLM).',
  });
});

test('truncates the comment to its maximum length', () => {
  const found = label([{ name: 'a', value: 'good', explanation: '😀'.repeat(5000) }]);

  expect('comment' in found && Array.from(found.comment)).toHaveLength(2000);
});

function label(scores: Score[], changes: Partial<LabelRules> = {}) {
  const rules = { names: null, good: GOOD_VALUES, bad: BAD_VALUES, goodFrom: null };
  return labelOf(scores, { title: 'Phoenix', ...rules, ...changes });
}
