import { expect, test } from '@jest/globals';
import type { RuleType } from '@output-review/contracts';

import { TOOLS } from '../../../test/settle-rule.ts';
import { findValueFault } from './index.ts';

test.each<[RuleType, string, RegExp]>([
  ['json_field_exists', '', /like "total", "order\.items\[0\]\.price"/],
  ['json_field_exists', '$.total', /The path must be like/],
  ['json_field_exists', '{"path":"total"}', /The path must be like/],
  ['json_field_equals', 'total', /JSON object such as \{"path": "currency", "equals": "EUR"\}/],
  ['json_field_equals', '["total"]', /JSON object such as/],
  ['json_field_equals', '{"equals":1}', /The path must be like/],
  ['json_field_equals', '{"path":7,"equals":1}', /The path must be like/],
  ['json_field_equals', '{"path":"a\\u0000b","equals":1}', /The path must be like/],
  ['json_field_equals', '{"path":"a"}', /"equals" must be the JSON value/],
  ['json_field_equals', '{"path":"a","equal":1}', /"equal" is not allowed in it/],
  ['json_field_equals', '{"path":"a","equals":1e400}', /not contain a number beyond/],
  ['json_field_equals', '{"path":"a","equals":[9007199254740993]}', /not contain a number beyond/],
  ['json_field_range', '{"path":"a","min":"1"}', /"min" must be a number without quotation/],
  ['json_field_range', '{"path":"a","max":null}', /"max" must be a number/],
  ['json_field_range', '{"path":"a","max":1e400}', /"max" must be a number/],
  ['json_field_range', '{"path":"a","min":2,"max":1}', /not be greater than "max"/],
  ['json_field_range', '{"path":"a","minimum":2}', /"minimum" is not allowed in it/],
  ['json_field_range', '{"path":"a","max":1,"max":9}', /two fields of the same name/],
  ['json_field_equals', '{"path":"a","equals":{"b":1,"b":2}}', /two fields of the same name/],
  ['json_field_boolean', '{"path":"a"}', /"is" must be true or false/],
  ['json_field_boolean', '{"path":"a","is":"true"}', /without quotation marks/],
  ['json_field_date', '{"path":"a","notBefore":"soon"}', /ISO 8601 date such as "2026-01-31"/],
  ['json_field_date', '{"path":"a","notAfter":7}', /or a duration from the evaluation/],
  ['json_field_date', '{"path":"a","notAfter":"P9999Y"}', /"notAfter" must be/],
  ['json_field_date', '{"path":"a","notBefore":"2026-02-30"}', /"notBefore" must be/],
  ['json_field_date', '{"path":"a","notBefore":"2027","notAfter":"2026"}', /must be an ISO/],
  ['json_field_date', '{"path":"a","notBefore":"2026-01-02","notAfter":"2026-01-01"}', /no date/],
  ['json_field_date', '{"path":"a","notBefore":"P10D","notAfter":"P5D"}', /no date/],
  ['json_field_date', '{"path":"a","notBefore":"P1M","notAfter":"P27D"}', /no date/],
  ['json_field_date', '{"path":"a","notBefore":"-P1D","notAfter":"-P9998Y"}', /must be/],
  ['confidence_min', '', /from 0 to 1, as text, such as "0\.8"/],
  ['confidence_min', '80', /from 0 to 1/],
  ['confidence_min', '80%', /from 0 to 1/],
  ['latency_max', '2s', /number of milliseconds/],
  ['latency_max', '-1', /number of milliseconds/],
  ['latency_max', `1${'0'.repeat(400)}`, /number of milliseconds/],
  ['cost_max', '$1', /number of US dollars/],
  ['cost_max', '0,05', /such as "0\.05"/],
])('%s rejects the value %j and says what is valid', (type, value, message) => {
  expect(findValueFault(type, value, TOOLS)).toMatch(message);
});

test.each<[RuleType, string]>([
  ['json_field_exists', ' order.items[0].price '],
  ['json_field_equals', ' {"path": "a", "equals": null} '],
  ['json_field_range', '{"path":"a"}'],
  ['json_field_range', '{"path":"a","min":-1.5,"max":-1.5}'],
  ['json_field_date', '{"path":"a"}'],
  ['json_field_date', '{"path":"a","notBefore":"-P1Y2M","notAfter":"2026-01-01T00:00+01:00"}'],
  ['json_field_date', '{"path":"a","notBefore":"2026-01-01","notAfter":"2026-01-01"}'],
  ['json_field_date', '{"path":"a","notBefore":"P1M","notAfter":"P28D"}'],
  ['json_field_date', '{"path":"a","notBefore":"P1Y","notAfter":"P365D"}'],
  ['json_field_date', '{"path":"a","notBefore":"P7999Y","notAfter":"P7999Y"}'],
  ['json_field_date', '{"path":"a","notBefore":"-P1998Y","notAfter":"P1D"}'],
  ['confidence_min', ' 1 '],
  ['latency_max', '0.5'],
  ['cost_max', '0'],
])('%s accepts the value %j', (type, value) => {
  expect(findValueFault(type, value, TOOLS)).toBeNull();
});

test('json_field_equals accepts a value up to the depth that is compared', () => {
  const faultAt = (depth: number) =>
    findValueFault('json_field_equals', `{"path":"a","equals":${nested(depth)}}`, TOOLS);

  expect(faultAt(32)).toBeNull();
  expect(faultAt(33)).toMatch(/at most 32 levels deep/);
  expect(faultAt(30_000)).toMatch(/at most 32 levels deep/);
});

function nested(depth: number): string {
  return `${'['.repeat(depth)}${']'.repeat(depth)}`;
}
