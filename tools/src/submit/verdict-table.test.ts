import { expect, test } from '@jest/globals';

import { formatVerdictTable } from './verdict-table.ts';

test('counts outputs by status and verdict, the most frequent first', () => {
  const table = formatVerdictTable([
    { status: 'flagged', verdict: 'fail' },
    { status: 'pass', verdict: 'pass' },
    { status: 'pass', verdict: 'pass' },
    { status: 'error', verdict: null },
  ]);

  expect(table.split('\n').map((line) => line.split(/ +/))).toEqual([
    ['status', 'verdict', 'outputs'],
    ['pass', 'pass', '2'],
    ['flagged', 'fail', '1'],
    ['error', '-', '1'],
    ['total', '4'],
  ]);
});
