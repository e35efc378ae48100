import { describe, expect, test } from '@jest/globals';

import { makePatternCompiler } from '../patterns/pattern-compiler.ts';
import { makeSchemaCompiler } from './schema-compiler.ts';

const SCHEMAS = makeSchemaCompiler(makePatternCompiler(null));

const DRAFT_07 = 'http://json-schema.org/draft-07/schema#';

describe('a schema that cannot work is refused with a reason', () => {
  test.each<[string, RegExp]>([
    ['{', /it is not JSON/],
    ['7', /must be a JSON object/],
    ['[]', /must be a JSON object/],
    ['{"type":"strng"}', /at "#\/type" it must be equal to one of/],
    ['{"properties":{"a":{"minLength":-1}}}', /at "#\/properties\/a\/minLength" it must be >= 0/],
    ['{"items":[{}]}', /at "#\/items" it must be object,boolean/],
    ['{"requierd":["a"]}', /unknown keyword: "requierd"/],
    ['{"$schema":"http://json-schema.org/draft-04/schema#"}', /"\$schema" must be/],
    ['{"$schema":7}', /"\$schema" must be/],
    ['{"$ref":"https://example.com/a.json"}', /points outside the schema, and nothing is fetched/],
    ['{"$ref":"http://json-schema.org/draft-07/schema#"}', /points outside the schema/],
    ['{"$ref":"file:///etc/passwd"}', /points outside the schema/],
    ['{"$ref":"other.json#/a"}', /points outside the schema/],
    ['{"properties":{"a":{"$ref":"//example.com/a"}}}', /points outside the schema/],
    ['{"$dynamicRef":"https://example.com/a#b"}', /points outside the schema/],
    ['{"$ref":"#/$defs/none"}', /"#\/\$defs\/none" does not point to a part/],
    ['{"$ref":"#/default","default":{"type":"null"}}', /does not point to a part/],
    ['{"$ref":"#a","const":{"$anchor":"a"}}', /does not point to a part/],
    ['{"$ref":"#/%"}', /does not point to a part/],
    ['{"$ref":"#"}', /refers to itself/],
    ['{"allOf":[{"$ref":"#/$defs/a"}],"$defs":{"a":{"$ref":"#"}}}', /refers to itself/],
    ['{"$async":true}', /"\$async" is not a keyword/],
    ['{"properties":{"a":{"$id":"b"}}}', /"\$id" is allowed only at the top level/],
    ['{"pattern":"(?=a)"}', /pattern "\(\?=a\)" must be of RE2 syntax/],
    ['{"patternProperties":{"(a)\\\\1":{}}}', /must be of RE2 syntax/],
    ['{"pattern":"(a{1000}){1000}"}', /must be of RE2 syntax/],
    ['{"format":"phone"}', /format "phone" is not supported; use one of date, time/],
    ['{"properties":{"a":{"properties":{"__proto__":false}}}}', /field named "__proto__"/],
    ['{"contains":{"const":1},"unevaluatedItems":false}', /not supported beside "contains"/],
    [`{"$schema":"${DRAFT_07}","unevaluatedItems":false}`, /unknown keyword: "unevaluatedItems"/],
    [`{"$schema":"${DRAFT_07}","$dynamicRef":"#"}`, /unknown keyword: "\$dynamicRef"/],
    ['{"maximum":1e400}', /number that is too large/],
  ])('%s', (source, fault) => {
    expect(SCHEMAS.findSchemaFault(source)).toMatch(fault);
  });

  test('if it is nested too deeply', () => {
    const deepDefault = `{"default":${'['.repeat(64)}${']'.repeat(64)}}`;
    const deepNot = `${'{"not":'.repeat(9_000)}{}${'}'.repeat(9_000)}`;

    expect(SCHEMAS.findSchemaFault(deepDefault)).toMatch(/at most 64 levels deep/);
    expect(SCHEMAS.findSchemaFault(deepNot)).toMatch(/at most 64 levels deep/);
  });

  test.each(['dependentRequired', 'dependencies'])('if its fields have too many %s', (keyword) => {
    const needs = (count: number) => Array.from({ length: count }, (_, index) => String(index));
    const faultOf = (count: number) =>
      SCHEMAS.findSchemaFault(JSON.stringify({ [keyword]: { a: needs(count), b: ['a'] } }));

    expect(faultOf(249)).toBeNull();
    expect(faultOf(250)).toMatch(/depend on at most 250 others/);
  });

  test('if it has too many parts or patterns', () => {
    const parts = Array.from({ length: 250 }, () => ({}));
    const patterns = Array.from({ length: 51 }, (_, index) => ({ pattern: `a${index}` }));

    expect(SCHEMAS.findSchemaFault(JSON.stringify({ allOf: parts }))).toMatch(/at most 250 parts/);
    expect(SCHEMAS.findSchemaFault(JSON.stringify({ allOf: parts.slice(1) }))).toBeNull();
    expect(SCHEMAS.findSchemaFault(JSON.stringify({ anyOf: patterns }))).toMatch(/50 patterns/);
    expect(SCHEMAS.findSchemaFault(JSON.stringify({ anyOf: patterns.slice(1) }))).toBeNull();
  });
});
