import { expect, test } from '@jest/globals';

import { groupOutputs } from './suggested-outputs.ts';

test('groups outputs by decision and by each failed rule, largest group first', () => {
  expect(
    groupOutputs([
      { id: 'a', decision: 'rejected', failedRules: ['No promises', 'Tone'] },
      { id: 'b', decision: 'changed', failedRules: [] },
      { id: null, decision: 'rejected', failedRules: ['No promises'] },
      { id: 'c', decision: 'changed', failedRules: ['Tone'] },
    ]),
  ).toEqual([
    { decision: 'rejected', rule: 'No promises', count: 2, ids: ['a'] },
    { decision: 'rejected', rule: 'Tone', count: 1, ids: ['a'] },
    { decision: 'changed', rule: null, count: 1, ids: ['b'] },
    { decision: 'changed', rule: 'Tone', count: 1, ids: ['c'] },
  ]);
  expect(groupOutputs([])).toEqual([]);
});
