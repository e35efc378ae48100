import { expect, test } from '@jest/globals';

import { toExcerpt } from './excerpt.ts';

test('an excerpt is the first 200 code points in one line, and splits no character', () => {
  expect(toExcerpt('\n  Dear\tAda,\r\n\u00a0\n  thank you. \n')).toBe('Dear Ada, thank you.');
  expect(toExcerpt('🦊'.repeat(300))).toBe('🦊'.repeat(200));
  expect(toExcerpt(`${'a'.repeat(199)} b`)).toBe('a'.repeat(199));
});

test('what has no words has no excerpt', () => {
  for (const text of [null, '', ' \n\t']) expect(toExcerpt(text)).toBeNull();
});
