import { beforeAll, describe, expect, test } from '@jest/globals';

import { SeededRandom } from '../../../test/seeded-random.ts';
import { aRule, NOTHING, TOOLS } from '../../../test/settle-rule.ts';
import { type ApplicableRule, compileRule, type ExactRule } from '../compile-rule.ts';
import { type JudgedOutput, makeJudgedOutput } from '../judged-output.ts';
import { makePatternCompiler } from '../patterns/pattern-compiler.ts';
import { loadNativeEngine } from '../patterns/pattern-engines.ts';
import type { RuleTools } from '../tools.ts';
import { scanAtOnce, TextScanner } from './text-scanner.ts';

const PIECES = [
  ...['a', 'b', 'ab', 'ba', 'aab', 'abb', 'A', 'B', ' ', '.', '1', '22', '-', '\n'],
  ...[
    'ß',
    'ss',
    'ı',
    'i',
    'İ',
    'I',
    'é',
    'e\u0301',
    '\u0301',
    'ﬁ',
    'Σ',
    'ς',
    '😀',
    '👩‍👧',
    'Ａ',
    '\ud83d',
  ],
];
const PATTERNS = [
  ...[
    'a+b',
    '(?i)ab+a',
    '^a',
    'b$',
    '(?m)^b',
    '\\bab\\b',
    '[ab]{2,5}1',
    '(a|b)*22',
    '\\d+',
    '^$',
    '',
  ],
  ...[
    '(?s)a.b',
    '\\pL\\pM',
    '[^a-z]{3}',
    '😀',
    'e\u0301',
    '(?i)ss',
    '(?:ab|ba){3}',
    'x*',
    '\\p{Greek}',
  ],
];

describe.each(['native', 'javascript'])('with the %s engine', (name) => {
  let tools: RuleTools;

  beforeAll(async () => {
    const native = name === 'native' ? (await loadNativeEngine()).engine : null;
    tools = { ...TOOLS, ...makePatternCompiler(native) };
  });

  test('settles many rules in one pass like each of them alone', () => {
    const random = new SeededRandom(20_261_121);
    for (let round = 0; round < 15; round += 1) {
      const rules = Array.from({ length: 60 }, () => compileRule(randomRule(random), tools));
      const exact = rules.filter((each): each is ExactRule => each.kind === 'exact');
      const scanner = scannerOf(exact, tools);
      for (let texts = 0; texts < 10; texts += 1) {
        const text = random.text(PIECES, 40);
        const kinds = [outputOf(text), actionOf(text), outputOf(JSON.stringify([text]))];
        const output = random.pick(kinds);

        const scanned = scanAtOnce(output, scanner);

        const alone = exact.map(({ rule, settle }) => [rule.value, settle(output)]);
        expect(exact.map(({ rule, settle }) => [rule.value, settle(scanned)])).toEqual(alone);
      }
    }
  });

  test('finds forbidden content in an output that is JSON with escapes', () => {
    const forbidden = [
      exactRule('keyword_forbidden', 'Rückerstattung', tools),
      exactRule('regex_forbidden', '\\bguarantee', tools),
    ];
    const others = keywordsOf(20, 3).map((each) => exactRule('keyword_forbidden', each, tools));
    const json = String.raw`{"reply":"R\u00fcckerstattung garantiert\nguarantee"}`;
    const outcomesIn = (text: string) => {
      const output = scanAtOnce(outputOf(text), scannerOf([...forbidden, ...others], tools));
      return forbidden.map(({ settle }) => settle(output)?.outcome);
    };

    expect(outcomesIn(json)).toEqual(['failed', 'failed']);
    expect(outcomesIn(`Said: ${json}`)).toEqual(['passed', 'passed']);
  });

  test('matches patterns in sets', () => {
    const calls = { sets: 0, patterns: 0 };
    const counting: RuleTools = {
      ...tools,
      compilePattern: (source) => {
        calls.patterns += 1;
        return tools.compilePattern(source);
      },
      compilePatternSet: (sources, instructions) => {
        calls.sets += 1;
        return tools.compilePatternSet(sources, instructions);
      },
    };
    const rules = Array.from({ length: 400 }, (_, index) =>
      index % 2 === 0
        ? exactRule('keyword_forbidden', `word${index}`, counting)
        : exactRule('regex_forbidden', `part-\\d+-${index}`, counting),
    );
    const scanner = scannerOf(rules, counting);

    for (const text of ['word4 and part-7-5.', 'nothing of it']) {
      const output = scanAtOnce(outputOf(text), scanner);
      const failed = rules.filter(({ settle }) => settle(output)?.outcome === 'failed');
      expect(failed.length).toBe(text.startsWith('word4') ? 2 : 0);
    }
    expect(calls.sets).toBeLessThanOrEqual(10);
    // To locate the match.
    expect(calls.patterns).toBe(1);
  });
});

test.each([
  ['that cannot be compiled', { compilePatternSet: outOfMemory }],
  ['that cannot decide', { compilePatternSet: () => ({ match: outOfMemory }) }],
])('matches the patterns of a set %s one by one', (_, broken) => {
  const tools = { ...TOOLS, ...broken };
  const rules = ['a+', 'b+'].map((source) => exactRule('regex_forbidden', source, tools));

  const output = scanAtOnce(outputOf('aa'), scannerOf(rules, tools));

  expect(rules.map(({ settle }) => settle(output)?.outcome)).toEqual(['failed', 'passed']);
});

test('ends a rule in an error if its pattern cannot be decided alone either, but not the others', () => {
  const tools: RuleTools = {
    ...TOOLS,
    compilePatternSet: outOfMemory,
    compilePattern: (source) => (source === 'a+' ? outOfMemory() : TOOLS.compilePattern(source)),
  };
  const rules = ['a+', 'b+'].map((source) => exactRule('regex_forbidden', source, tools));

  const output = scanAtOnce(outputOf('c'), scannerOf(rules, tools));

  expect(rules.map(({ settle }) => settle(output)?.outcome)).toEqual(['error', 'passed']);
});

test('splits keywords that are too many for one table into several', () => {
  // A thousand keywords of Chinese letters, few of which occur in another.
  const random = new SeededRandom(7);
  const letters = Array.from({ length: 5_000 }, (_, index) => String.fromCharCode(0x4e00 + index));
  const keywords = Array.from({ length: 1_000 }, () => `${random.text(letters, 9)}字`);
  const scanner = new TextScanner(
    keywords.map((keyword) => ({ kind: 'keyword', keyword })),
    TOOLS,
  );
  const present = keywords.filter((_, index) => index % 7 === 0);
  const output = outputOf(present.join('，'));

  const { finds } = scanAtOnce(output, scanner);

  const found = keywords.filter((keyword) => finds.hasKeyword(keyword));
  expect(found).toEqual(keywords.filter((keyword) => output.text?.folded.includes(keyword)));
});

test.each([
  ['one keyword of many letters', [lettersFrom(0, 6_000), ...keywordsOf(16, 5)]],
  ['many keywords of many letters', keywordsOf(100, 1_000)],
])('stays within the memory limit for %s, and finds them', (_, keywords) => {
  const rules = keywords.flatMap((each) => [
    exactRule('keyword_required', each, TOOLS),
    exactRule('keyword_forbidden', each, TOOLS),
  ]);
  const scanner = scannerOf(rules, TOOLS);
  const outcomesIn = (text: string) => {
    const output = scanAtOnce(outputOf(text), scanner);
    return rules.map(({ settle }) => settle(output)?.outcome);
  };

  const [all, none] = [outcomesIn(keywords.join(' ')), outcomesIn('字'.repeat(10_000))];

  expect(all).toEqual(keywords.flatMap(() => ['passed', 'failed']));
  expect(none).toEqual(keywords.flatMap(() => ['failed', 'passed']));
  expect(scanner.bytes).toBeLessThan(64 * 1024 * 1024);
});

test.each([
  ['short', keywordsOf(1_000, 20), { least: 10, most: 20 }],
  ['long', keywordsOf(100, 1_001), { least: 100, most: 100 }],
])(
  'weighs %s keywords that are in no table by the cost of searching for them',
  (_, keywords, weight) => {
    const scanner = new TextScanner(
      keywords.map((keyword) => ({ kind: 'keyword', keyword })),
      TOOLS,
    );
    const steps = scanner.weigh();
    while (!steps.next().done);

    expect(scanner.weight?.total).toBeGreaterThanOrEqual(weight.least);
    expect(scanner.weight?.total).toBeLessThanOrEqual(weight.most);
  },
);

function keywordsOf(count: number, length: number): string[] {
  return Array.from({ length: count }, (_, index) => lettersFrom(index * length, length));
}

/** A string of Chinese letters, without repetition until they run out. */
function lettersFrom(start: number, count: number): string {
  const codes = Array.from({ length: count }, (_, index) => 0x4e00 + ((start + index) % 20_000));
  return String.fromCharCode(...codes);
}

function outOfMemory(): never {
  throw new Error('out of memory');
}

function scannerOf(rules: readonly ExactRule[], tools: RuleTools): TextScanner {
  return new TextScanner(
    rules.flatMap(({ searchTerm }) => searchTerm ?? []),
    tools,
  );
}

function randomRule(random: SeededRandom): ApplicableRule {
  const isKeyword = random.below(2) === 0;
  const type = random.pick(
    isKeyword
      ? (['keyword_required', 'keyword_forbidden'] as const)
      : (['regex_required', 'regex_forbidden'] as const),
  );
  const value = isKeyword ? random.text(PIECES, 4) : random.pick(PATTERNS) + random.pick(PATTERNS);
  return aRule({ name: 'Rule', type, value });
}

function exactRule(type: ApplicableRule['type'], value: string, tools: RuleTools): ExactRule {
  const compiled = compileRule(aRule({ name: 'Rule', type, value }), tools);
  if (compiled.kind !== 'exact') throw new Error('Not an exact rule');
  return compiled;
}

function outputOf(output: string): JudgedOutput {
  return makeJudgedOutput({ ...NOTHING, output }, new Date(0));
}

function actionOf(text: string): JudgedOutput {
  const action = { name: 'a', summary: 'b', params: { [text]: text } };
  return makeJudgedOutput({ ...NOTHING, action }, new Date(0));
}
