import { describe, expect, test } from '@jest/globals';
import { Type } from '@sinclair/typebox';

import { Clearable, OneOf, PATCH } from './nullable.ts';
import { makeBodyReader, makeQueryReader } from './request-reader.ts';

const schema = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 3, 'x-trim': true }),
  note: Type.Optional(Type.String({ 'x-maxBytes': 4 })),
  text: Type.Optional(Type.String({ 'x-keepBlank': true })),
  count: Type.Optional(Type.Integer({ minimum: 0 })),
  limit: Type.Optional(
    Type.Unsafe<number | null>({ type: ['integer', 'null'], 'x-keepNull': true }),
  ),
  at: Type.Optional(Type.String({ format: 'instant' })),
  tags: Type.Optional(Type.Array(Type.String({ maxLength: 2 }))),
  step: Type.Optional(Type.Object({ kind: Type.String(), extra: Type.Optional(Type.String()) })),
  metadata: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      'x-maxDepth': 2,
      'x-maxJsonBytes': 30,
      'x-finite': true,
    }),
  ),
});
const read = makeBodyReader(schema);

describe('reading a body', () => {
  test('treats null and blank optional fields as absent, except `x-keepBlank`', () => {
    const reading = read({ name: 'a', note: ' ', count: null, text: '', step: null });

    expect(reading).toEqual({ ok: true, value: { name: 'a', text: '' }, ignored: [] });
  });

  test('reads a trimmed text without a visible character as empty', () => {
    for (const name of [' ', '\u200b', ' \u00ad\ufe0f\u3164', '\u2060\n']) {
      expect(read({ name })).toMatchObject({ faults: { name: 'Must not be blank.' } });
    }
    expect(read({ name: ' \u200da' })).toMatchObject({ value: { name: '\u200da' } });
  });

  test('keeps null where it is a value', () => {
    expect(read({ name: 'a', limit: null })).toMatchObject({ value: { name: 'a', limit: null } });
    expect(read({ name: 'a', limit: '' })).toMatchObject({ value: { name: 'a' } });
    expect(read({ name: 'a', limit: 'x' })).toMatchObject({
      faults: { limit: 'Must be an integer or null.' },
    });
  });

  test('drops unknown fields and reports their paths', () => {
    const reading = read({ name: 'a', nmae: 1, step: { kind: 'k', knid: 2 } });

    expect(reading).toEqual({
      ok: true,
      value: { name: 'a', step: { kind: 'k' } },
      ignored: ['nmae', 'step.knid'],
    });
  });

  test('reports unknown fields of a closed object as errors', () => {
    const closed = Type.Object(
      { kind: Type.String() },
      { additionalProperties: false, 'x-closed': true },
    );
    const reading = makeBodyReader(Type.Object({ step: Type.Optional(closed) }));

    expect(reading({ step: { kind: 'k', knid: 2, 'a.b': null } })).toMatchObject({
      ok: false,
      faults: {
        'step.knid': 'This field is not allowed here.',
        'step.a.b': 'This field is not allowed here.',
      },
      ignored: [],
    });
    expect(reading({ step: null, other: 1 })).toEqual({ ok: true, value: {}, ignored: ['other'] });
  });

  test('reports only the first of many unknown fields, with truncated names', () => {
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`field${n}`, n]));

    const { ignored } = read({ name: 'a', ['k'.repeat(100_000)]: 1, ...many });

    expect(ignored).toHaveLength(101);
    expect(ignored[0]).toBe('k'.repeat(100));
    expect(ignored.slice(-2)).toEqual(['field98', '...']);
  });

  test('trims a string before it checks the length', () => {
    expect(read({ name: '  abc  ' })).toMatchObject({ ok: true, value: { name: 'abc' } });
    expect(read({ name: '   ' })).toMatchObject({
      ok: false,
      faults: { name: 'Must not be blank.' },
    });
  });

  test('reports all errors at once, by dotted path from 0', () => {
    const reading = read({
      name: 7,
      note: 'five!',
      count: -1,
      at: '2026-02-30',
      tags: ['ok', 'long', 3],
      step: {},
      metadata: { a: { b: { c: 1 } } },
    });

    expect(reading).toMatchObject({ ok: false });
    expect(Object.keys(reading.ok ? {} : reading.faults).sort()).toEqual(
      ['at', 'count', 'metadata', 'name', 'note', 'step.kind', 'tags.1', 'tags.2'].sort(),
    );
  });

  test.each([
    ['U+0000 in a string', { name: 'a', text: 'x\u0000' }, 'text'],
    ['an unpaired surrogate', { name: 'a', text: '\ud800' }, 'text'],
    ['one inside open metadata', { name: 'a', metadata: { k: ['\u0000'] } }, 'metadata.k.0'],
    [
      'a prototype key',
      JSON.parse('{"name":"a","metadata":{"__proto__":1}}'),
      'metadata.__proto__',
    ],
    [
      'the same, escaped',
      JSON.parse('{"name":"a","metadata":{"\\u005f_proto__":1}}'),
      'metadata.__proto__',
    ],
  ])('reports %s', (_what, body, path) => {
    const reading = read(body, JSON.stringify(body));

    expect(reading.ok ? {} : reading.faults).toHaveProperty([path]);
  });

  test('checks the value if the text has an escaped hazard', () => {
    for (const key of ['\\u005f_proto__', 'c\\u006fnstructor', 'proto\\u0074ype']) {
      const text = `{"name":"a","metadata":{"${key}":1}}`;

      expect(read(JSON.parse(text), text)).toMatchObject({ ok: false });
    }
    const text = '{"name":"a","text":"\\u0000"}';
    expect(read(JSON.parse(text), text)).toMatchObject({ ok: false });
  });

  test('counts an emoji as one character, and bytes in UTF-8', () => {
    expect(read({ name: '😀😀😀' })).toMatchObject({ ok: true });
    expect(read({ name: 'a', note: '😀' })).toMatchObject({ ok: true });
    expect(read({ name: 'a', note: '😀a' })).toMatchObject({ ok: false });
  });

  test('refuses numbers that JSON cannot write', () => {
    const text = '{"name":"a","count":1e400}';

    expect(read(JSON.parse(text), text)).toMatchObject({ ok: false });
  });

  test('refuses numbers that JSON cannot write in open metadata too', () => {
    const text = '{"name":"a","metadata":{"a":[1e400]}}';

    expect(read(JSON.parse(text), text)).toMatchObject({
      ok: false,
      faults: { metadata: 'Must not contain a number that is too large.' },
    });
  });

  test.each([
    ['open metadata', (deep: string) => `{"name":"a","metadata":{"a":${deep}}}`],
    ['metadata next to a hazard', (deep: string) => `{"name":"a\\u0000","metadata":{"a":${deep}}}`],
  ])('reports very deep nesting in %s without crashing', (_where, write) => {
    const text = write('['.repeat(100_000) + ']'.repeat(100_000));

    const reading = read(JSON.parse(text), text);

    expect(reading).toMatchObject({
      ok: false,
      faults: { metadata: 'Must be at most 2 levels deep.' },
    });
  });

  test('drops very deep nesting in an unknown field', () => {
    const text = `{"name":"\\u0061","x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;

    expect(read(JSON.parse(text), text)).toMatchObject({ ok: true, ignored: ['x'] });
  });

  test('keeps the result short even for long names with many errors', () => {
    const body = { name: 'a', metadata: { ['k'.repeat(100_000)]: Array(10_000).fill('\u0000') } };

    const reading = read(body);

    expect(JSON.stringify(reading).length).toBeLessThan(50_000);
  });

  test('replaces a character that truncating a name cut in half', () => {
    const body = { name: 'a', metadata: { [`${'k'.repeat(199)}😀`]: '\u0000' } };

    expect(read(body)).toMatchObject({
      faults: { [`metadata.${'k'.repeat(199)}\ufffd`]: expect.stringContaining('U+0000') },
    });
  });

  test.each([
    ['an array', []],
    ['a string', 'x'],
    ['null', null],
  ])('refuses %s as a body', (_what, body) => {
    expect(read(body)).toMatchObject({ ok: false, faults: { body: 'Must be an object.' } });
  });
});

describe('reading the body of a PATCH', () => {
  const readPatch = makeBodyReader(
    Type.Object(
      {
        name: Type.Optional(Type.String({ minLength: 1, 'x-trim': true })),
        note: Type.Optional(Clearable(Type.String({ maxLength: 4, 'x-trim': true }))),
        kind: Type.Optional(Clearable(OneOf(['a', 'b']))),
        limit: Type.Optional(Clearable(Type.Integer({ minimum: 1 }))),
        value: Type.Optional(Type.String({ 'x-keepBlank': true })),
        list: Type.Optional(Type.Array(Type.String())),
        some: Type.Optional(Type.Array(Type.String(), { minItems: 1 })),
        isOn: Type.Optional(Type.Boolean()),
      },
      { ...PATCH, minProperties: 1 },
    ),
  );

  test('clears optional fields by null, and texts also by a blank string', () => {
    expect(readPatch({ note: null, kind: null, limit: null, value: null, list: null })).toEqual({
      ...{ ok: true, ignored: [] },
      value: { note: null, kind: null, limit: null, value: '', list: [] },
    });
    expect(readPatch({ note: ' ', kind: '', value: '  ' })).toMatchObject({
      value: { note: null, kind: null, value: '' },
    });
    expect(readPatch({ note: 'x', kind: 'b', limit: 2 })).toMatchObject({ ok: true });
  });

  test.each([
    [{ name: null }, 'name', 'Must be a string.'],
    [{ name: ' ' }, 'name', 'Must not be blank.'],
    [{ isOn: null }, 'isOn', 'Must be a boolean.'],
    [{ isOn: '' }, 'isOn', 'Must be a boolean.'],
    [{ limit: '' }, 'limit', 'Must be an integer or null.'],
    [{ some: null }, 'some', 'Must not be empty.'],
    [{ list: '' }, 'list', 'Must be an array.'],
    [{ kind: 'c' }, 'kind', 'Must be one of a, b, null.'],
  ])('reports %j as an error', (body, field, fault) => {
    expect(readPatch(body)).toMatchObject({ ok: false, faults: { [field]: fault } });
  });
});

describe('reading a query', () => {
  const readQuery = makeQueryReader(
    Type.Object({
      page: Type.Integer({ minimum: 1, default: 1 }),
      pending: Type.Optional(Type.Boolean()),
      q: Type.Optional(Type.String()),
    }),
  );

  test('parses numbers and booleans, fills in defaults, and treats blanks as absent', () => {
    expect(readQuery({ page: '2', pending: 'true', q: '' })).toMatchObject({
      ok: true,
      value: { page: 2, pending: true },
    });
    expect(readQuery({})).toMatchObject({ ok: true, value: { page: 1 } });
    expect(readQuery({ page: '' })).toMatchObject({ ok: true, value: { page: 1 } });
  });

  test('reports a number out of range and an unknown boolean', () => {
    const reading = readQuery({ page: '0', pending: 'maybe' });

    expect(Object.keys(reading.ok ? {} : reading.faults).sort()).toEqual(['page', 'pending']);
  });

  test.each(['0x10', '0b1', '.5e1', '1.5', '1_0', 'constructor'])(
    'accepts only decimal integers, not %s',
    (page) => {
      expect(readQuery({ page })).toMatchObject({
        ok: false,
        faults: { page: 'Must be an integer.' },
      });
    },
  );
});
