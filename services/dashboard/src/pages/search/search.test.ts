import { expect, test } from '@jest/globals';

import { paramsOfQuery, readSearchParams } from '../../outputs/search-params.ts';
import { exportPath, toQuery } from './search.ts';

test('a view round-trips through the URL', () => {
  const view = {
    ...{ q: 'refund', project: 'Support', pending: true, status: 'flagged', hasAction: false },
    ...{ humanDecision: 'changed', instructionsVersion: 3, from: '2026-03-01T00:00:00.000Z' },
    ...{ sortBy: 'costUsd', sortDir: 'desc', columns: 'id,tags' },
  } as const;
  expect(readSearchParams(view)).toEqual(view);
});

test('reads hand-typed params as intended', () => {
  // The router parses numbers and booleans, or leaves them as text.
  expect(
    readSearchParams({ project: 7, task: ' Letters ', pending: 'true', instructionsVersion: '2' }),
  ).toEqual({ project: '7', task: 'Letters', pending: true, instructionsVersion: 2 });
});

test('reads a query that the API returns for a count', () => {
  const query =
    'ruleId=r1&ruleVersion=2&ruleOutcome=passed%2Cfailed&label=bad&labelSource=reviewed';
  expect(paramsOfQuery(query)).toEqual({
    ...{ ruleId: 'r1', ruleVersion: 2, ruleOutcome: 'passed,failed', label: 'bad' },
    labelSource: 'reviewed',
  });
  expect(paramsOfQuery('ruleOutcome=passed%2Cfine&label=fair&labelSource=x')).toEqual({});
  // The API rejects it without a rule.
  expect(paramsOfQuery('ruleVersion=2')).toEqual({});
});

test('drops malformed params and keeps the rest of the view', () => {
  const malformed = {
    ...{
      status: 'fine',
      humanDecision: 1,
      pending: 'perhaps',
      hasAction: 1,
      project: ' ',
      task: {},
    },
    ...{ sortBy: 'password', sortDir: 'up', from: 'yesterday', dueBefore: '', tags: ['a'] },
    ...{ columns: null, unknown: 'x' },
  };
  expect(readSearchParams({ ...malformed, q: 'kept' })).toEqual({ q: 'kept' });
  for (const instructionsVersion of [0, -1, 1.5, 'x', 1e300, null]) {
    expect(readSearchParams({ instructionsVersion })).toEqual({});
  }
});

test.each([
  ['2026-W10-1', '2026-03-02T00:00:00.000Z', '2026-03-02T23:59:59.999Z'],
  ['2026-064', '2026-03-05T00:00:00.000Z', '2026-03-05T23:59:59.999Z'],
  ['2026-03-05', '2026-03-05T00:00:00.000Z', '2026-03-05T23:59:59.999Z'],
  ['2020-w53-7', '2021-01-03T00:00:00.000Z', '2021-01-03T23:59:59.999Z'],
  ['2026-03-05T10:00', '2026-03-05T10:00:00.000Z', '2026-03-05T10:00:00.000Z'],
  ['2026-03-05t1000z', '2026-03-05T10:00:00.000Z', '2026-03-05T10:00:00.000Z'],
  ['2026-03-05T24', '2026-03-06T00:00:00.000Z', '2026-03-06T00:00:00.000Z'],
  ['2026-03-05T10:00:00,1239+05:30', '2026-03-05T04:30:00.123Z', '2026-03-05T04:30:00.123Z'],
  ['2026-064T10:00:00.5-0800', '2026-03-05T18:00:00.500Z', '2026-03-05T18:00:00.500Z'],
])('reads %s like the API, a day up to its last millisecond', (text, first, last) => {
  expect(readSearchParams({ from: text, to: text, dueBefore: text })).toEqual({
    ...{ from: first, to: last, dueBefore: last },
  });
});

test.each([
  ...['2026', '2026-03', '2026-02-30', '2026-13-01', '2026-366', '2026-000', '2026-W54-1'],
  ...['2021-W53-1', '2026-W00-1', '2026-W10-0', '2026-03-05T', '2026-03-05T25:00'],
  ...['2026-03-05T10:60', '2026-03-05T10:00:60Z', '2026-03-05T10:00+15:00', '0000-01-01'],
  ...['0001-01-01T00:00+14:00', '9999-12-31T23:59:59-14:00', '+010000-01-01', '5 March 2026'],
])('drops %s, which the API rejects as a time', (from) => {
  expect(readSearchParams({ from })).toEqual({});
});

test('does not send the columns to the API', () => {
  const params = readSearchParams({ columns: 'id', sortBy: 'timestamp', status: 'error', q: 'x' });
  expect(toQuery(params)).toEqual({ sortBy: 'timestamp', status: 'error', q: 'x' });
});

test('an export uses the filters of a view without its order and columns', () => {
  const view = readSearchParams({ q: 'a&b', pending: true, sortBy: 'costUsd', columns: 'id' });
  expect(exportPath(view, { shape: 'decisions', format: 'csv' })).toBe(
    '/api/logs/export?pending=true&q=a%26b&shape=decisions&format=csv',
  );
});
