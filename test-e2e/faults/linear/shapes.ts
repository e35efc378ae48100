/** The parts of a text: a beginning, a repeated part, and an end at which a pattern fails to match. */
export interface Shape {
  readonly begins?: string;
  readonly again: string;
  readonly ends?: string;
}

// Texts that make patterns and parsers backtrack: repeated characters, unclosed brackets, ambiguous separators, and
// Unicode letters with complex case folding.
const RUNS = [
  ...[
    ' ',
    '\t',
    '\n',
    '\r\n',
    ' \n',
    '\u00a0',
    '\u2028',
    '\0',
    'a',
    'A',
    'ab',
    '1',
    '0',
    'é',
    '😀',
  ],
  ...[
    '.',
    ',',
    ';',
    ':',
    '=',
    '-',
    '_',
    '/',
    '\\',
    '|',
    '#',
    '?',
    '&',
    '%',
    '+',
    '*',
    '~',
    '`',
    '!',
  ],
  ...[
    '"',
    "'",
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    '<',
    '>',
    '@',
    '$',
    '^',
    '1.',
    'a.',
    'a@',
    '.a',
    '-a',
  ],
];
const PAIRS = [
  ...['a b ', 'a,', 'a;', 'a=b;', 'a=b&', 'a/', '../', '%61', '%E2', '+1', '1:', '::', '1.1.1.1, '],
  ...[
    '{{ ',
    '{{a}}',
    '{{a',
    '}}',
    '[a](',
    '](',
    '[[',
    '![',
    '**a',
    '__',
    '| a ',
    '> ',
    '- ',
    '``` ',
  ],
  ...[
    '<!---->',
    '<!--',
    '-->',
    '<?a?>',
    '<!a>',
    '<!a [ ] ',
    '<a ',
    '</a>',
    '<svg',
    '&amp;',
    '&lt;',
  ],
  ...[
    '"a",',
    '\\"',
    '"\\',
    '\\u0000',
    '[1,',
    '{"a":',
    '["a"]',
    '"groupIds":[',
    '.["',
    'W/"a",',
    'T1:',
    'P1D',
    '1-',
  ],
  ...[
    '\u0301',
    '\u0301\u0323',
    '\u0301\uff9e',
    '\uff9f\u0323',
    'a\u0301',
    'Σ',
    'ß',
    'İ',
    '각',
    'ᄀ',
    'ﷺ',
    '\u202e',
    '\u200d',
    '\u{1f3f4}\u{e0061}',
    '\ud83d',
    'ab\n',
  ],
];

const OPENINGS = [
  '{{',
  '[',
  '](',
  '(',
  '<',
  '<!--',
  '<!a [',
  '"',
  '`',
  '**',
  'a@',
  'https://',
  '0.',
];
const FILLINGS = [' ', 'a', '-', '\n', '1', '*', ' a', '/'];

export const SHAPES: readonly Shape[] = [
  ...[...RUNS, ...PAIRS].flatMap((again) => [{ again }, { begins: 'a', again, ends: '\u0001a' }]),
  ...OPENINGS.flatMap((begins) => FILLINGS.map((again) => ({ begins, again, ends: '\u0001{' }))),
];

/** A text with about this many characters. */
export function textOf({ begins = '', again, ends = '' }: Shape, length: number): string {
  return begins + again.repeat(Math.ceil(length / again.length)) + ends;
}
