import { describe, expect, test } from '@jest/globals';
import type { RuleOutcome } from '@output-review/contracts';

import { settleRule, TOOLS } from '../../../test/settle-rule.ts';
import { findValueFault } from './index.ts';

describe('without a schema', () => {
  test.each<[string, RuleOutcome]>([
    ['{"a":1}', 'passed'],
    ['null', 'passed'],
    [' "text" ', 'passed'],
    ['1e400', 'passed'],
    ['-0', 'passed'],
    ['', 'failed'],
    [' \n', 'failed'],
    ['{"a":1,}', 'failed'],
    ["{'a':1}", 'failed'],
    ['{"a":1} {"b":2}', 'failed'],
    ['```json\n{"a":1}\n```', 'failed'],
    ['\ufeff{}', 'failed'],
    ['NaN', 'failed'],
    ['01', 'failed'],
    ['Dear Ada', 'failed'],
    ['{"a":1,"a":1}', 'failed'],
  ])('%j: %s', (output, outcome) => {
    expect(settleRule('json_valid', ' ', { output }).outcome).toBe(outcome);
  });

  test.each([
    ['', 'The output is not JSON: it is empty.'],
    ['{"a":', 'The output is not JSON: Unexpected end of JSON input.'],
    [
      ' Dear Ada,\nyour refund is on its way.',
      'The output is not JSON: it begins with “Dear Ada, your refun”.',
    ],
    ['😀'.repeat(20), `The output is not JSON: it begins with “${'😀'.repeat(10)}”.`],
  ])('explains why %j fails', (output, summary) => {
    expect(settleRule('json_valid', '', { output })).toEqual({ outcome: 'failed', summary });
  });

  test('accepts lists nested half a million levels deep, and a text of 1 MiB', () => {
    const deep = `${'['.repeat(500_000)}${']'.repeat(500_000)}`;

    expect(settleRule('json_valid', '', { output: deep }).outcome).toBe('passed');
    const long = JSON.stringify('😀'.repeat(256 * 1024));
    expect(settleRule('json_valid', '', { output: long }).outcome).toBe('passed');
  });
});

test('reports the mismatch with a schema', () => {
  const schema = { type: 'object', required: ['total'] };

  expect(settleRule('json_valid', schema, { output: '{"total":1}' }).outcome).toBe('passed');
  expect(settleRule('json_valid', schema, { output: '{}' })).toEqual({
    outcome: 'failed',
    summary: 'The output does not match the JSON Schema: “total” is missing.',
  });
  expect(settleRule('json_valid', schema, { output: 'Hi' }).outcome).toBe('failed');
});

test('is skipped without an output, even if there is an action', () => {
  const action = { name: 'Refund', summary: 'Pay back', params: {} };

  expect(settleRule('json_valid', '', { action })).toEqual({
    outcome: 'skipped',
    summary: 'There was no output to read as JSON.',
  });
});

test('rejects an invalid schema and says what is valid', () => {
  expect(findValueFault('json_valid', '{"type":"strng"}', TOOLS)).toMatch(
    /^Must be a JSON Schema, or empty to accept any JSON: at "#\/type" it must be equal to one of/,
  );
  expect(findValueFault('json_valid', '{"required":["a"],"required":["b"]}', TOOLS)).toBe(
    'Must be a JSON Schema, or empty to accept any JSON: ' +
      'an object in it has two fields of the same name, and only the last would count.',
  );
});
