import { expect, test } from '@jest/globals';

import { makeDisposition, tidyFilename, toKeyName } from './names.pure.ts';

test.each([
  ['report.pdf', 'report.pdf'],
  ['Größe (1).png', 'Größe (1).png'],
  ['家族.png', '家族.png'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\ada\\a.txt', 'a.txt'],
  ['a"b\'c.txt', 'a"b\'c.txt'],
  ['a\r\nSet-Cookie: b.txt', 'aSet-Cookie: b.txt'],
  ['a\u2028b.txt', 'ab.txt'],
  ['invoice\u202Egnp.exe', 'invoicegnp.exe'],
  ['\u200Ea.txt\u200F', 'a.txt'],
  ['a\uD800b.txt', 'ab.txt'],
  ['a.exe\u3164\u115F\uFFA0\u034F', 'a.exe'],
  ['☀\uFE0F 葛\u{E0100}城.png', '☀\uFE0F 葛\u{E0100}城.png'],
])('the name %j becomes %j', (name, kept) => {
  expect(tidyFilename(name)).toBe(kept);
});

test.each(['', ' ', '.', '..', 'a/', '\u202E', '\u3164', '\r\n'])('%j leaves no name', (name) => {
  expect(tidyFilename(name)).toBeNull();
});

test('a name of 300 characters is truncated to 255 and keeps its extension', () => {
  const tidy = tidyFilename(`${'ä'.repeat(300)}.png`)!;

  expect(Array.from(tidy)).toHaveLength(255);
  expect(tidy.endsWith('ä.png')).toBe(true);
});

test('a long name is never truncated within a character', () => {
  expect(tidyFilename('😀'.repeat(300))).toBe('😀'.repeat(255));
});

test.each([
  ['report.pdf', 'report.pdf'],
  ['Größe (1).png', 'Gro-e-1-.png'],
  ['家族.png', 'png'],
  ['..hidden', 'hidden'],
  ['家族', 'file'],
])('%j becomes %j in a key', (name, expected) => {
  expect(toKeyName(name)).toBe(expected);
});

test.each([
  '"; filename="x',
  'a\r\nb',
  '../a',
  'ä'.repeat(300),
  '\u202Egnp.exe',
  '%0d%0a',
  '😀"\\',
])('%j is safe in a key and in a header', (name) => {
  expect(toKeyName(name)).toMatch(/^[A-Za-z0-9_-][A-Za-z0-9._-]{0,79}$/);
  const header = makeDisposition('attachment', tidyFilename(name) ?? 'file');
  // One line of visible ASCII with a properly delimited name: a token, or quoted.
  expect(header).toMatch(
    /^attachment; filename=(?:"(?:[^"\\]|\\["\\])*"|[\w!#$&'*+.^`|~%-]+)(?:; filename\*=UTF-8''[\w!#$&+.^`|~%-]+)?$/,
  );
  expect(header).toMatch(/^[ -~]+$/);
});

test('a header has an ASCII fallback of the name and the UTF-8 one', () => {
  expect(makeDisposition('inline', 'Größe €.png')).toBe(
    `inline; filename="Gr??e ?.png"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%E2%82%AC.png`,
  );
});
