import { describe, expect, test } from '@jest/globals';

import { settleRule } from '../../../test/settle-rule.ts';

describe('a rule about a date', () => {
  test.each<[object, string, string | null]>([
    [{}, '2026-03-10', null],
    [{ notBefore: '2026-03-10', notAfter: '2026-03-10' }, '2026-03-10', null],
    [{ notBefore: '2026-03-10' }, '2026-03-10T00:00:00Z', null],
    [{ notAfter: '2026-03-10' }, '2026-03-10T23:59:59.999Z', null],
    [{ notAfter: '2026-03-10T12:00:00Z' }, '2026-03-10T14:00:00+02:00', null],
    [{ notAfter: 'P30D' }, '2026-04-09T12:00:00Z', null],
    [{ notBefore: '-P7D' }, '2026-03-03T12:00:00Z', null],
    [{ notBefore: '-P7D' }, '2026-03-03', null],
    [{ notBefore: 'PT0S' }, '2026-03-10', null],
    [{ notAfter: 'P1M' }, '2026-04-10T12:00:00Z', null],
    [
      { notBefore: '2026-03-10' },
      '2026-03-10T00:30:00+02:00',
      'Field “due” is "2026-03-10T00:30:00+02:00", must not be before 2026-03-10.',
    ],
    [
      { notAfter: '2026-03-10' },
      '2026-03-10T23:30:00-02:00',
      'Field “due” is "2026-03-10T23:30:00-02:00", must not be after 2026-03-10.',
    ],
    [
      { notBefore: '-P7D' },
      '2026-03-02',
      'Field “due” is "2026-03-02", must not be before 2026-03-03T12:00:00.000Z (-P7D).',
    ],
    [
      { notAfter: 'P1M' },
      '2026-04-11',
      'Field “due” is "2026-04-11", must not be after 2026-04-10T12:00:00.000Z (P1M).',
    ],
    [{}, '2026-02-30', 'Field “due” is "2026-02-30", must be an ISO 8601 date.'],
    [{}, 'tomorrow', 'Field “due” is "tomorrow", must be an ISO 8601 date.'],
    [{}, 'P7D', 'Field “due” is "P7D", must be an ISO 8601 date.'],
    [{}, '', 'Field “due” is "", must be an ISO 8601 date.'],
  ])('%j on %s', (bounds, due, summary) => {
    const value = { path: 'due', ...bounds };

    expect(settleRule('json_field_date', value, { output: JSON.stringify({ due }) })).toEqual({
      outcome: summary === null ? 'passed' : 'failed',
      summary,
    });
  });

  test('does not accept a number as a date', () => {
    expect(settleRule('json_field_date', { path: 'n' }, { output: '{"n":1767225600000}' })).toEqual(
      {
        outcome: 'failed',
        summary: 'Field “n” is 1767225600000, must be an ISO 8601 date.',
      },
    );
  });
});
