import { beforeAll, describe, expect, test } from '@jest/globals';
import type { ExactRuleType, JudgedContentData, RuleType } from '@output-review/contracts';

import { NOTHING, TOOLS } from '../../../test/settle-rule.ts';
import { makeJudgedOutput } from '../judged-output.ts';
import { makePatternCompiler } from '../patterns/pattern-compiler.ts';
import { loadNativeEngine } from '../patterns/pattern-engines.ts';
import type { RuleTools } from '../tools.ts';
import { EXACT_RULE_TYPES, findValueFault } from './index.ts';
import type { RuleResult } from './rule-type.ts';

let tools: RuleTools;

beforeAll(async () => {
  tools = { ...TOOLS, ...makePatternCompiler((await loadNativeEngine()).engine) };
});

describe('a rule passes or fails', () => {
  test.each<[ExactRuleType, string, string, 'passed' | 'failed']>([
    ['keyword_required', 'refund policy', 'See our REFUND Policy.', 'passed'],
    ['keyword_required', 'refund policy', 'See our refund  policy.', 'failed'],
    ['keyword_required', 'refund', '', 'failed'],
    ['keyword_required', '👩‍👧', 'family: 👩‍👧.', 'passed'],
    ['keyword_required', '👍', 'no thumb: 👎', 'failed'],
    ['keyword_required', 'café', 'CAFE\u0301 au lait', 'passed'],
    ['keyword_required', 'cafe', 'cafe\u0301 au lait', 'failed'],
    ['keyword_required', 'STRASSE', 'Hauptstraße 1', 'passed'],
    ['keyword_required', 'ﬁnal', 'the FINAL word', 'passed'],
    ['keyword_required', 'ΟΔΟΣ', 'η οδος, οδοσ', 'passed'],
    ['keyword_required', 'ısı', 'ISI', 'failed'],
    ['keyword_required', 'ısı', 'bu ısı yüksek', 'passed'],
    ['keyword_required', 'i', 'ı', 'failed'],
    ['keyword_required', 'istanbul', 'İstanbul', 'failed'],
    ['keyword_forbidden', 'guarantee', 'we GUARANTEE it', 'failed'],
    ['keyword_forbidden', 'guarantee', 'we promise it', 'passed'],
    ['keyword_forbidden', 'guarantee', '', 'passed'],
    ['keyword_forbidden', 'guarantee', 'we gua\u00adrantee it', 'failed'],
    ['keyword_forbidden', 'guarantee', 'we g\u200bu\u200ca\u200dr\u2060a\ufeffntee it', 'failed'],
    ['keyword_forbidden', 'guarantee', 'we guar\u202eantee it', 'failed'],
    ['keyword_forbidden', 'guarantee', 'we guaran\u{e0061}\ufe0f\u034ftee it', 'failed'],
    ['keyword_forbidden', 'gua\u00adrantee', 'we guarantee it', 'failed'],
    ['keyword_required', 'refund', 'a re\u00adfund', 'passed'],
    ['keyword_required', '❤️', 'with \u2764', 'passed'],
    ['keyword_forbidden', 'ｇｕａｒａｎｔｅｅ', 'we guarantee it', 'failed'],
    ['regex_required', '^Dear ', 'Dear Ada', 'passed'],
    ['regex_required', '^Dear ', 'dear Ada', 'failed'],
    ['regex_required', '(?i)^dear ', 'Dear Ada', 'passed'],
    ['regex_required', '^$', '', 'passed'],
    ['regex_forbidden', '\\b\\d{16}\\b', 'card 4111111111111111.', 'failed'],
    ['regex_forbidden', '\\b\\d{16}\\b', 'card 41111111.', 'passed'],
    ['regex_forbidden', '[\\x{1F600}-\\x{1F64F}]', 'done 😀', 'failed'],
    ['min_length', '1', '', 'failed'],
    ['min_length', '0', '', 'passed'],
    ['min_length', '2', '😀', 'failed'],
    ['min_length', '1', '😀', 'passed'],
    ['min_length', '2', 'e\u0301', 'passed'],
    ['max_length', '1', '😀', 'passed'],
    ['max_length', '1', 'e\u0301', 'failed'],
    ['max_length', '0', '', 'passed'],
    ['max_length', ' 3 ', 'four', 'failed'],
  ])('%s %j on %j: %s', (type, ...[value, text, outcome]) => {
    expect(settle(type, value, text).outcome).toBe(outcome);
  });
});

test('a phrase of invisible characters is refused, and an earlier one ends as an error', () => {
  expect(findValueFault('keyword_required', '\u200b', tools)).not.toBeNull();
  expect(() => EXACT_RULE_TYPES.keyword_required.compile('\u200b', tools)).toThrow('invisible');
});

describe('in the parameters of an action', () => {
  const body = 'Hello Ada,\nRefund is on its way:\t"C:\\refunds"';

  test.each<[ExactRuleType, string, 'passed' | 'failed']>([
    ['regex_forbidden', '(?i)\\brefund(s|ed)?\\b', 'failed'],
    ['regex_forbidden', '(?m)^Refund', 'failed'],
    ['regex_forbidden', 'Ada,\\\\n', 'failed'],
    ['regex_forbidden', 'Refund.*Ada', 'passed'],
    ['regex_required', '(?m)^Refund', 'failed'],
    ['regex_required', '^Pay\\n', 'passed'],
    ['keyword_forbidden', 'ada,\nrefund', 'failed'],
    ['keyword_forbidden', '"c:\\refunds"', 'failed'],
    ['keyword_forbidden', 'an "id"', 'failed'],
    ['keyword_forbidden', 'ada,\\nrefund', 'failed'],
    ['keyword_forbidden', 'refused', 'passed'],
    ['keyword_required', 'ada,\nrefund', 'failed'],
    ['keyword_required', 'ada,\\nrefund', 'passed'],
    ['max_length', '10', 'failed'],
  ])('%s %j: %s', (type, value, outcome) => {
    expect(settleAction(type, value, { 'an "id"': 7, body }).outcome).toBe(outcome);
  });

  test('shows the excerpt unescaped', () => {
    const { summary } = settleAction('keyword_forbidden', 'ada,\nrefund', { body: 'Ada,\nRefund' });

    expect(summary).toBe(
      'Forbidden phrase “ada,\nrefund” found at 19: Pay Back {"body":"Ada, Refund"}.',
    );
  });
});

describe('in an output that is JSON with escapes', () => {
  const output = String.raw`{"reply":"R\u00fcckerstattung garantiert\nguarantee \"now\""}`;

  test.each<[ExactRuleType, string, 'passed' | 'failed']>([
    ['keyword_forbidden', 'Rückerstattung', 'failed'],
    ['keyword_forbidden', 'guarantee "now"', 'failed'],
    ['keyword_forbidden', 'r\\u00fcck', 'failed'],
    ['keyword_forbidden', 'refund', 'passed'],
    ['keyword_required', 'Rückerstattung', 'failed'],
    ['regex_forbidden', '\\bguarantee', 'failed'],
    ['regex_forbidden', 'refund', 'passed'],
    ['regex_required', '\\bguarantee', 'failed'],
    ['min_length', '61', 'passed'],
    ['max_length', '60', 'failed'],
  ])('%s %j: %s', (type, value, outcome) => {
    expect(settle(type, value, output).outcome).toBe(outcome);
  });

  test.each<[ExactRuleType, string]>([
    ['keyword_forbidden', 'Rückerstattung'],
    ['regex_forbidden', '\\bguarantee'],
  ])('%s %j: passes if the output is prose with the same letters', (type, value) => {
    expect(settle(type, value, `Said: ${output}`).outcome).toBe('passed');
    expect(settle(type, value, `"Said": ${output}`).outcome).toBe('passed');
  });
});

describe('the summary of a failed rule', () => {
  const before = `${'It was sent on Friday. '.repeat(9)}We told you that `;
  const after = ` and that is that. ${'More of it follows. '.repeat(9)}`;

  test.each<[ExactRuleType, string, string, string]>([
    [
      'keyword_forbidden',
      'guarantee',
      `${before}we guarantee a refund${after}`,
      'Forbidden phrase “guarantee” found at 228: ' +
        '… sent on Friday. We told you that we guarantee a refund and that is that. More of it …',
    ],
    [
      'keyword_forbidden',
      'Guarantee',
      'we\nguarantee it',
      'Forbidden phrase “Guarantee” found at 4: we guarantee it.',
    ],
    [
      'keyword_forbidden',
      'strasse',
      '😀 ß e\u0301 Große Straße!',
      'Forbidden phrase “strasse” found at 14: 😀 ß e\u0301 Große Straße!',
    ],
    ['keyword_required', 'refund', 'No.', 'Required phrase “refund” is missing.'],
    [
      'regex_forbidden',
      '\\d{16}',
      '😀 card 4111111111111111',
      'Forbidden pattern “\\d{16}” found at 8: 😀 card 4111111111111111.',
    ],
    ['regex_required', '^Dear', 'Hi', 'Required pattern “^Dear” was not found.'],
    ['min_length', '40', 'Hi', 'Too short: 2 characters, at least 40 needed.'],
    ['min_length', '2', '😀', 'Too short: 1 character, at least 2 needed.'],
    ['max_length', '1', 'Hi', 'Too long: 2 characters, at most 1 allowed.'],
  ])('%s %j', (type, ...[value, text, summary]) => {
    expect(settle(type, value, text).summary).toBe(summary);
  });

  test('stays short for a long value, a long match and a text without spaces', () => {
    const long = '😀'.repeat(5_000);

    const summary = settle('keyword_forbidden', long, `${long}${long}`).summary ?? '';

    expect(summary.length).toBeLessThan(300);
    expect(summary.isWellFormed()).toBe(true);
  });
});

describe('a text of 1 MiB', () => {
  // Each 😀 takes four bytes, so the text has the maximum length of a submission.
  const text = `${'😀'.repeat(256 * 1024 - 2)}Ende ſ`;

  test.each<[ExactRuleType, string, string | null]>([
    ['keyword_required', 'ENDE S', null],
    ['keyword_forbidden', 'ende s', 'Forbidden phrase “ende s” found at 262143: … '],
    ['regex_required', 'Ende .$', null],
    ['regex_forbidden', 'Ende', 'Forbidden pattern “Ende” found at 262143: … '],
    ['min_length', '262148', null],
    ['max_length', '262147', 'Too long: 262148 characters, at most 262147 allowed.'],
  ])('with %s %j: %j', (type, ...[value, beginning]) => {
    const beganAt = performance.now();

    const { summary } = settle(type, value, text);

    expect(performance.now() - beganAt).toBeLessThan(5_000);
    expect(summary?.slice(0, beginning?.length ?? 0) ?? null).toBe(beginning);
  });
});

describe('an invalid value is rejected, and the message says what is valid', () => {
  test.each<[RuleType, string, RegExp]>([
    ['keyword_required', '   ', /the word or phrase/],
    ['keyword_forbidden', '', /the word or phrase/],
    ['regex_required', '', /pattern in RE2 syntax/],
    ['regex_forbidden', '(?=a)', /RE2 syntax \(no lookaround, no backreferences\): .*\(\?=/],
    ['regex_forbidden', '(a', /missing/],
    ['min_length', '', /number of characters/],
    ['min_length', '-1', /number of characters/],
    ['min_length', '1.5', /number of characters/],
    ['max_length', '1e3', /number of characters/],
    ['max_length', '9999999', /from 0 to 1048576/],
    ['max_length', 'ten', /such as "280"/],
    ['llm_judge', '', /in plain language/],
    ['llm_judge', ' 123 ?! ', /in plain language/],
  ])('%s %j', (type, value, message) => {
    expect(findValueFault(type, value, tools)).toMatch(message);
  });

  test.each<[RuleType, string]>([
    ['keyword_required', ' refund '],
    ['regex_required', '(?i)refund(s|ed)?'],
    ['min_length', '0'],
    ['max_length', ' 280 '],
    ['llm_judge', '返金を約束していないこと'],
  ])('accepts %s %j', (type, value) => {
    expect(findValueFault(type, value, tools)).toBeNull();
  });
});

function settle(type: ExactRuleType, value: string, text: string): RuleResult {
  return settleContent(type, value, { ...NOTHING, output: text });
}

function settleAction(type: ExactRuleType, value: string, params: object): RuleResult {
  return settleContent(type, value, {
    ...NOTHING,
    action: { name: 'Pay', summary: 'Back', params: { ...params } },
  });
}

function settleContent(type: ExactRuleType, value: string, content: JudgedContentData): RuleResult {
  const output = makeJudgedOutput(content, new Date(0));
  return EXACT_RULE_TYPES[type].compile(value, tools)(output);
}
