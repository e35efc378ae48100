import { expect, test } from '@jest/globals';

import { base64Size, findBase64Fault, readBase64 } from './base64.ts';

test.each([1, 2, 3, 4, 48 * 1024, 100_001])('%d bytes survive the round trip', async (size) => {
  const bytes = Buffer.alloc(size, Buffer.from('\u0000\u00FF?>~', 'latin1'));
  const data = bytes.toString('base64');

  expect(findBase64Fault(data)).toBeNull();
  expect(base64Size(data)).toBe(size);
  expect(Buffer.concat((await readBase64(data).toArray()) as Buffer[])).toEqual(bytes);
});

test.each([
  ['a data URL', 'data:text/plain;base64,aGVsbG8='],
  ['a line break', 'aGVs\nbG8='],
  ['a space', 'aGVsbG8= '],
  ['the alphabet of URLs', '_-8='],
  ['no padding', 'aGVsbG8'],
  ['too much padding', 'aGVsb==='],
  ['padding in the middle', 'aG==VsbG'],
  ['a character of another script', 'aGVsbGё='],
])('%s is reported', (_what, data) => {
  expect(findBase64Fault(data)).toMatch(/standard alphabet/);
});
