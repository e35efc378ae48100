import { beforeAll, describe, expect, test } from '@jest/globals';

import type { PatternText, PatternTools } from '../tools.ts';
import { makePatternCompiler } from './pattern-compiler.ts';
import { JS_ENGINE, loadNativeEngine, type PatternEngine } from './pattern-engines.ts';

describe.each(['native', 'javascript'])('the %s engine', (name) => {
  let engine: PatternEngine;
  let compiler: PatternTools;

  beforeAll(async () => {
    const native = name === 'native' ? (await loadNativeEngine()).engine : null;
    // If the optional package is missing, the service runs on the other engine, and so does this test.
    engine = native ?? JS_ENGINE;
    compiler = makePatternCompiler(native);
  });

  test.each([
    ['refund', 'a refund', { start: 2, end: 8 }],
    ['Refund', 'a refund', null],
    ['(?i)Refund', 'a REFUND', { start: 2, end: 8 }],
    ['^b', 'a\nb', null],
    ['(?m)^b', 'a\nb', { start: 2, end: 3 }],
    ['a$', 'a\n', null],
    ['a.b', 'a\nb', null],
    ['(?s)a.b', 'a\nb', { start: 0, end: 3 }],
    ['b', '😀b', { start: 2, end: 3 }],
    ['.', '😀', { start: 0, end: 2 }],
    ['^.$', '😀', { start: 0, end: 2 }],
    ['\\pL+', '12 straße', { start: 3, end: 9 }],
    ['\\bcat\\b', 'concat', null],
    ['(?i)straße', 'STRASSE', null],
    ['(?i)k', '\u212a', { start: 0, end: 1 }],
    ['e\u0301', '\u00e9', null],
    ['', '', { start: 0, end: 0 }],
    ['x*', 'abc', { start: 0, end: 0 }],
    ['\\d{16}', 'card 4111111111111111', { start: 5, end: 21 }],
  ])('finds %j in %j at %j', (source, text, expected) => {
    const pattern = engine.compile(source);

    expect(pattern.find(inForms(text))).toEqual(expected);
    expect(pattern.matches(inForms(text))).toBe(expected !== null);
  });

  test.each([
    '(?=a)',
    '(?<!a)b',
    '(a)\\1',
    '[',
    '(',
    'a**',
    '\\u0041',
    '\\C',
    '\\pL{300}',
    '(a{1000}){1000}',
    'a{1001}',
    `(${'(ab){1000}|'.repeat(9)}c)`,
    // The native engine would find these between the bytes of a letter, and the other one would not.
    '\\B',
    '(?i)\\B{2}',
    '\\Bx*',
    '(a|\\B)',
  ])('refuses %j with a reason', (source) => {
    expect(compiler.findPatternFault(source)).toMatch(/\w/);
  });

  test.each(['\\Bé', 'é\\B', '\\bé', '\\B.\\B', 'x\\b', '\\b\\pL', '\\W\\B\\W', '[^a]\\B'])(
    'finds with %j what the other engine finds, however many bytes letters have',
    (source) => {
      const pattern = engine.compile(source);
      const other = JS_ENGINE.compile(source);
      expect(compiler.findPatternFault(source)).toBeNull();

      for (const text of ['', 'é', 'aé', 'éa', 'aéa', 'éé', 'x é', '\u212a', '😀', 'a😀b', '_é']) {
        expect([text, pattern.find(inForms(text))]).toEqual([text, other.find(inForms(text))]);
      }
    },
  );

  // The native package also accepts JavaScript syntax, even where it is not meant.
  test.each([
    ['(?i)\\Qhttps://evil.example/pay\\E', 'Pay at https://evil.example/pay today'],
    ['\\Q24/7', 'open 24/7'],
    ['\\Q</script>\\E', 'x </script>'],
    ['a\\Q(?<x>\\E+b', 'a(?<x>>b'],
    ['\\Q\\u0041\\cA\\p{Letter}\\E', '\\u0041\\cA\\p{Letter}'],
    ['\\Q[\\E(?P<x>/)\\Q]é\n', '[/]é\n'],
    ['\\\\Q/', '\\Q/'],
    ['[(?<a]', '<'],
    ['^[^](?<[:^alpha:]/]$', 'x'],
    ['\\[\\Q(?<a\\E', '[(?<a'],
  ])('matches %j literally', (source, text) => {
    expect(compiler.findPatternFault(source)).toBeNull();
    const pattern = compiler.compilePattern(source);
    const set = compiler.compilePatternSet(['nothing of it', source], 100);

    expect([pattern.matches(inForms(text)), set.match(inForms(text))]).toEqual([true, [1]]);
    expect(pattern.matches(inForms('P'))).toBe(source === '^[^](?<[:^alpha:]/]$');
    expect(pattern.find(inForms(text))).toEqual(JS_ENGINE.compile(source).find(inForms(text)));
  });

  test.each([
    '(?i)guarantee(d|s)?',
    '(?P<year>\\d{4})-\\d{2}',
    '[[:alpha:]]+',
    '\\p{Greek}',
    'x/y',
    '\\Bing\\b',
    'a\\B|x*',
    '\\B.\\B',
    '\\Q\\B',
  ])('accepts %j', (source) => {
    expect(compiler.findPatternFault(source)).toBeNull();
  });
});

function inForms(raw: string): PatternText {
  return { raw, utf8: Buffer.from(raw) };
}
