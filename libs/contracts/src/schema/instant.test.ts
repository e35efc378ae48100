import { describe, expect, test } from '@jest/globals';

import { parseDuration, parseInstant } from './instant.ts';

describe('reading an instant', () => {
  test.each([
    ['2024-05-01', '2024-05-01T00:00:00.000Z'],
    ['2024-05-01T10:00', '2024-05-01T10:00:00.000Z'],
    ['2024-05-01T10:00:00.123456789Z', '2024-05-01T10:00:00.123Z'],
    ['2024-05-01t10:00:00z', '2024-05-01T10:00:00.000Z'],
    ['2024-05-01T10:00:00+05:30', '2024-05-01T04:30:00.000Z'],
    ['2024-05-01T10:00:00-0800', '2024-05-01T18:00:00.000Z'],
    ['0001-01-01', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('%s is %s', (text, instant) => {
    expect(parseInstant(text)?.toISOString()).toBe(instant);
  });

  test('with the edge `last`, a date alone is its last millisecond and a time is unchanged', () => {
    expect(parseInstant('2024-05-01', 'last')?.toISOString()).toBe('2024-05-01T23:59:59.999Z');
    expect(parseInstant('2024-05-01t10:00z', 'last')?.toISOString()).toBe(
      '2024-05-01T10:00:00.000Z',
    );
  });

  test.each([
    '',
    'x',
    '2024',
    '2024-05',
    '2024-02-30',
    '2024-05-01T10:00:60Z',
    '2024-05-01T10:00:00+25:00',
    '2024-05-01T10:00:00[Europe/Berlin]',
    '2024-05-01\n',
    // Outside the range of PostgreSQL and four-digit years.
    '0000-01-01',
    '0001-01-01T00:00:00+14:00',
    '9999-12-31T23:59:59-14:00',
    '+010000-01-01',
  ])('rejects %j', (text) => {
    expect(parseInstant(text)).toBeNull();
  });
});

describe('reading a duration', () => {
  const from = new Date('2024-02-01T00:00:00Z');

  test('months have their length in the calendar', () => {
    expect(parseDuration('P1M', from)).toBe(29 * 86_400_000);
    expect(parseDuration('-PT1S', from)).toBe(-1000);
  });

  // Allowed by ISO 8601-2, and unambiguous.
  test('accepts weeks with other units', () => {
    expect(parseDuration('P1W2D', from)).toBe(9 * 86_400_000);
  });

  test.each(['', '30M', 'P1X', 'P99999Y', '-P2024Y', 'P', 'PT', 'P1DT'])('rejects %j', (text) => {
    expect(parseDuration(text, from)).toBeNull();
  });
});
