import { describe, expect, test } from '@jest/globals';
import type { ExactRuleType, RuleOutcome } from '@output-review/contracts';

import { settleRule } from '../../../test/settle-rule.ts';

const ORDER = JSON.stringify({
  total: 120,
  none: null,
  currency: 'EUR',
  approved: false,
  items: [{ price: 7 }, { price: -0 }],
  tags: ['a', 'b'],
  due: '2026-03-10',
  'unit.price': 3,
});

describe('a rule about a field of the output', () => {
  test.each<[ExactRuleType, string | object, string, RuleOutcome, string | null]>([
    ['json_field_exists', 'total', ORDER, 'passed', null],
    ['json_field_exists', 'none', ORDER, 'passed', null],
    ['json_field_exists', '["unit.price"]', ORDER, 'passed', null],
    ['json_field_exists', 'items[1].price', ORDER, 'passed', null],
    ['json_field_exists', 'items[2].price', ORDER, 'failed', 'Field “items[2].price” is missing.'],
    ['json_field_exists', 'items.price', ORDER, 'failed', 'Field “items.price” is missing.'],
    ['json_field_exists', '[0].id', '[{"id":1}]', 'passed', null],
    ['json_field_exists', 'toString', '{}', 'failed', 'Field “toString” is missing.'],
    [
      'json_field_exists',
      'total',
      '',
      'failed',
      'Field “total” cannot be read: the output is not JSON (it is empty).',
    ],
    [
      'json_field_range',
      { path: 'total', max: 100 },
      '{"total":5000,"total":5}',
      'failed',
      'Field “total” cannot be read: the output is not JSON (an object in it has two values for the same name).',
    ],

    ['json_field_equals', { path: 'currency', equals: 'EUR' }, ORDER, 'passed', null],
    [
      'json_field_equals',
      { path: 'currency', equals: 'eur' },
      ORDER,
      'failed',
      'Field “currency” is "EUR", "eur" needed.',
    ],
    ['json_field_equals', { path: 'none', equals: null }, ORDER, 'passed', null],
    [
      'json_field_equals',
      { path: 'missing', equals: null },
      ORDER,
      'failed',
      'Field “missing” is missing.',
    ],
    ['json_field_equals', { path: 'items[1].price', equals: 0 }, ORDER, 'passed', null],
    ['json_field_equals', { path: 'n', equals: 1 }, '{"n":1.0}', 'passed', null],
    [
      'json_field_equals',
      { path: 'n', equals: 1 },
      '{"n":"1"}',
      'failed',
      'Field “n” is "1", 1 needed.',
    ],
    ['json_field_equals', { path: 'tags', equals: ['a', 'b'] }, ORDER, 'passed', null],
    [
      'json_field_equals',
      { path: 'tags', equals: ['b', 'a'] },
      ORDER,
      'failed',
      'Field “tags” differs from what it must equal: it is a list of 2.',
    ],
    [
      'json_field_equals',
      { path: 'o', equals: { a: 1, b: 2 } },
      '{"o":{"b":2,"a":1}}',
      'passed',
      null,
    ],
    [
      'json_field_equals',
      { path: 'o', equals: { a: 1 } },
      '{"o":{"a":1,"b":2}}',
      'failed',
      'Field “o” differs from what it must equal: it is an object.',
    ],
    [
      'json_field_equals',
      { path: 'é', equals: 'é' },
      '{"é":"e\u0301"}',
      'failed',
      'Field “é” is "e\u0301", "é" needed.',
    ],

    ['json_field_range', { path: 'total', min: 120, max: 120 }, ORDER, 'passed', null],
    ['json_field_range', { path: 'total' }, ORDER, 'passed', null],
    [
      'json_field_range',
      { path: 'total', max: 100 },
      ORDER,
      'failed',
      'Field “total” is 120, at most 100 allowed.',
    ],
    [
      'json_field_range',
      { path: 'items[0].price', min: 7.5 },
      ORDER,
      'failed',
      'Field “items[0].price” is 7, at least 7.5 needed.',
    ],
    ['json_field_range', { path: 'items[1].price', min: 0 }, ORDER, 'passed', null],
    ['json_field_range', { path: 'n', min: -1e308, max: 1e308 }, '{"n":-0}', 'passed', null],
    [
      'json_field_range',
      { path: 'n', min: 0 },
      '{"n":1e400}',
      'failed',
      'Field “n” is a number too large to be read, a number needed.',
    ],
    [
      'json_field_range',
      { path: 'n', min: 0 },
      '{"n":"7"}',
      'failed',
      'Field “n” is "7", a number needed.',
    ],
    [
      'json_field_range',
      { path: 'none', min: 0 },
      ORDER,
      'failed',
      'Field “none” is null, a number needed.',
    ],

    ['json_field_boolean', { path: 'approved', is: false }, ORDER, 'passed', null],
    [
      'json_field_boolean',
      { path: 'approved', is: true },
      ORDER,
      'failed',
      'Field “approved” is false, true needed.',
    ],
    [
      'json_field_boolean',
      { path: 'b', is: true },
      '{"b":"true"}',
      'failed',
      'Field “b” is "true", true needed.',
    ],
    [
      'json_field_boolean',
      { path: 'b', is: false },
      '{"b":0}',
      'failed',
      'Field “b” is 0, false needed.',
    ],
  ])('%s %j on %s: %s', (type, ...[value, output, outcome, summary]) => {
    expect(settleRule(type, value, { output })).toEqual({ outcome, summary });
  });

  test('explains why an output is not JSON, on one line and without lone surrogates', () => {
    const { outcome, summary } = settleRule('json_field_exists', 'a', {
      output: `Dear\nAda,${'😀'.repeat(99)}`,
    });

    expect(outcome).toBe('failed');
    expect(summary).toMatch(/^Field “a” cannot be read: the output is not JSON \(.*Dear.*\)\.$/);
    expect(summary?.isWellFormed()).toBe(true);
  });

  test('truncates a long text', () => {
    const output = JSON.stringify({ note: '😀'.repeat(500_000) });

    const { summary } = settleRule('json_field_equals', { path: 'note', equals: 'x' }, { output });

    expect(summary?.length).toBeLessThan(150);
    expect(summary?.isWellFormed()).toBe(true);
  });

  test.each<[ExactRuleType, string | object]>([
    ['json_field_equals', { path: 'a', equals: [] }],
    ['json_field_range', { path: 'a', min: 0 }],
    ['json_field_exists', 'a[0][0]'],
  ])('%s terminates on lists nested half a million levels deep', (type, value) => {
    const deep = `{"a":${'['.repeat(500_000)}${']'.repeat(500_000)}}`;

    expect(['passed', 'failed']).toContain(settleRule(type, value, { output: deep }).outcome);
  });
});

describe('a path into another part', () => {
  const content = {
    output: '{"total":1}',
    action: { name: 'Refund', summary: 'Pay back', params: { amount: 20, to: ['Ada'] } },
    metadata: { customer: { tier: 'gold' } },
    input: '{"id":7}',
  };

  test.each([
    ['action.name', 'Refund'],
    ['action.params.amount', 20],
    ['action.params.to[0]', 'Ada'],
    ['metadata.customer.tier', 'gold'],
    ['input.id', 7],
    ['total', 1],
  ])('%s is %j', (path, equals) => {
    expect(settleRule('json_field_equals', { path, equals }, content).outcome).toBe('passed');
    expect(settleRule('json_field_equals', { path, equals: 'else' }, content).outcome).toBe(
      'failed',
    );
  });

  test.each([
    ['total', 'There was no output to read field “total” from.'],
    ['action.params.amount', 'There was no action to read field “action.params.amount” from.'],
    ['input.id', 'There was no input to read field “input.id” from.'],
  ])('%s is skipped if that part was not submitted', (path, summary) => {
    expect(settleRule('json_field_exists', path, {})).toEqual({ outcome: 'skipped', summary });
  });

  test('into metadata without the field fails, since metadata always exists', () => {
    expect(settleRule('json_field_exists', 'metadata.customer', {}).outcome).toBe('failed');
  });

  test('into an input that is not JSON fails, regardless of the output', () => {
    expect(settleRule('json_field_exists', 'input.id', { ...content, input: 'Hello' })).toEqual({
      outcome: 'failed',
      summary: expect.stringMatching(/^Field “input\.id” cannot be read: the input is not JSON/),
    });
  });
});
