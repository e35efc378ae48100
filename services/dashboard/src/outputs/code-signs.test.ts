import { expect, test } from '@jest/globals';

import { isCode, nameUnseen } from './text-signs.ts';

const program = 'function greet(name) {\n  return `Hello ${name}`;\n}\n';

test.each(['{"a": 1', ' [1, 2', '[{"a"', '<p>Hello</p>', program, 'a:\n  b: 1\n  c: 2'])(
  'isCode accepts data and programs: %j',
  (text) => expect(isCode(text)).toBe(true),
);

test.each(['', 'Dear Ada,\n\nthank you;\nyour lamp is sent.', '[Name], thank you.', 'One; line;'])(
  'isCode rejects prose: %j',
  (text) => expect(isCode(text)).toBe(false),
);

test.each([
  ['Pay \u202e001$\u202c', 'Pay [U+202E]001$[U+202C]'],
  ['a\u200bb\u200cc\u200dd\u2060e\ufefff', 'a[U+200B]b[U+200C]c[U+200D]d[U+2060]e[U+FEFF]f'],
  ['Fine.\u{e0041}\u{e0042}', 'Fine.[U+E0041][U+E0042]'],
  ['😀\ufe0f\ufe01\u{e0101}', '😀\ufe0f[U+FE01][U+E0101]'],
  ['👨\u200d.', '👨[U+200D].'],
  ['می\u200c\u200c\u200cخواهم', 'می\u200c[U+200C]\u200cخواهم'],
  ['e\u0301\u200c.', 'e\u0301[U+200C].'],
  ['\u3164', '[U+3164]'],
])('replaces invisible characters with their names: %j', (text, shown) =>
  expect(nameUnseen(text)).toBe(shown),
);

test.each([
  'می\u200cخواهم PDF\u200cها ۱۰\u200cتا ه\u200d.ش',
  'क्\u200dष ক্\u200cষ',
  'ភាសា\u200bខ្មែរ',
  'שָׁלוֹם',
  '👨\u200d👩\u200d👧 🏳️\u200d🌈 👩🏽\u200d⚕️ ❤️\u200d🔥 1️⃣',
  '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
  'ᠮᠣᠩᠭᠣᠯ\u180b 葛\u{e0100} gua\u00adrantee',
])('keeps characters that scripts and emoji need: %j', (text) =>
  expect(nameUnseen(text)).toBe(text),
);
