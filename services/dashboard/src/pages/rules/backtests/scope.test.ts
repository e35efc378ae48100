import { expect, test } from '@jest/globals';

import { describeScope, EMPTY_SCOPE, filterOf } from './scope.ts';

test('turns the fields of a scope into a search query, without empty ones', () => {
  expect(filterOf(EMPTY_SCOPE)).toBe('');
  const scope = { ...EMPTY_SCOPE, projectName: ' Tom & Co ', taskName: 'Reply', status: 'pass' };
  expect(filterOf(scope)).toBe('project=Tom+%26+Co&task=Reply&status=pass');
});

test('ignores a task without a project, as its field is disabled then', () => {
  expect(filterOf({ ...EMPTY_SCOPE, taskName: 'Reply' })).toBe('');
});

test('days cover their first to last instant in the local time zone', () => {
  const filter = new URLSearchParams(
    filterOf({ ...EMPTY_SCOPE, from: '2026-02-01', to: '2026-02-01' }),
  );
  const [from, to] = ['from', 'to'].map((name) => new Date(filter.get(name) ?? ''));
  expect(from).toEqual(new Date(2026, 1, 1));
  expect(to).toEqual(new Date(new Date(2026, 1, 2).getTime() - 1));
});

test('leaves out an invalid day that a date field accepts', () => {
  expect(filterOf({ ...EMPTY_SCOPE, from: '20266-11-22', to: '2026-02-99' })).toBe('');
});

test('describes a filter in words, and an unknown one by its name', () => {
  const told = describeScope(
    'project=Tom+%26+Co&status=pass&humanDecision=none&pending=true&new=a',
  );
  expect(told).toEqual([
    ...['Project: Tom & Co', 'Status: Passed', 'Decision: Undecided'],
    ...['Waiting for a decision: Yes', 'new: a'],
  ]);
  expect(describeScope('label=good%2Cbad')).toEqual(['Label: Good or Bad']);
  expect(describeScope('from=yesterday')).toEqual(['From: yesterday']);
  expect(describeScope('from=2026-W10-1&to=2026-03-02')).toEqual(
    describeScope('from=2026-03-02T00:00:00.000Z&to=2026-03-02T23:59:59.999Z'),
  );
});
