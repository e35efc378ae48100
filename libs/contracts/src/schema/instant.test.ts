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

  test('the last instant of a date alone is its last millisecond, that of a time is itself', () => {
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
    // What PostgreSQL and four-digit years cannot hold.
    '0000-01-01',
    '0001-01-01T00:00:00+14:00',
    '9999-12-31T23:59:59-14:00',
    '+010000-01-01',
  ])('%j is none', (text) => {
    expect(parseInstant(text)).toBeNull();
  });
});

describe('reading a duration', () => {
  const from = new Date('2024-02-01T00:00:00Z');

  test('months have the length that they have there', () => {
    expect(parseDuration('P1M', from)).toBe(29 * 86_400_000);
    expect(parseDuration('-PT1S', from)).toBe(-1000);
  });

  // ISO 8601-2 has them so, and it can mean nothing else.
  test('weeks may stand beside other units', () => {
    expect(parseDuration('P1W2D', from)).toBe(9 * 86_400_000);
  });

  test.each(['', '30M', 'P1X', 'P99999Y', '-P2024Y', 'P', 'PT', 'P1DT'])('%j is none', (text) => {
    expect(parseDuration(text, from)).toBeNull();
  });
});
