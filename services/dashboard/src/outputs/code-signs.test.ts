import { expect, test } from '@jest/globals';

import { isCode } from './text-signs.ts';

const program = 'function greet(name) {\n  return `Hello ${name}`;\n}\n';

test.each(['{"a": 1', ' [1, 2', '[{"a"', '<p>Hello</p>', program, 'a:\n  b: 1\n  c: 2'])(
  'data and programs are read in a fixed font: %j',
  (text) => expect(isCode(text)).toBe(true),
);

test.each(['', 'Dear Ada,\n\nthank you;\nyour lamp is sent.', '[Name], thank you.', 'One; line;'])(
  'prose is not: %j',
  (text) => expect(isCode(text)).toBe(false),
);
