import { expect, test } from '@jest/globals';

import { formatIgnoredFields } from './ignored-fields.ts';

test('plain names are unchanged', () => {
  expect(formatIgnoredFields(['requireApprovel', 'action.parms', 'tags.0.x'])).toBe(
    'requireApprovel, action.parms, tags.0.x',
  );
});

test.each([
  ['a, b', 'a%2C%20b'],
  ['a\r\nSet-Cookie: x', 'a%0D%0ASet-Cookie%3A%20x'],
  ['größe', 'gr%C3%B6%C3%9Fe'],
  ['\ud83d', '%EF%BF%BD'],
  ['', '""'],
])('the name %j cannot break out of the header', (name, expected) => {
  expect(formatIgnoredFields([name])).toBe(expected);
});

test('many long names stay within the header limit', () => {
  const names = Array.from({ length: 1000 }, (_, index) => `${'ä'.repeat(500)}${index}`);

  const header = formatIgnoredFields(names);

  expect(header.length).toBeLessThan(2_100);
  expect(header.endsWith(', ...')).toBe(true);
});
