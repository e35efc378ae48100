import { describe, expect, test } from '@jest/globals';

import { isSameParams, type ParamField, readDraft, toForm, toJson } from './action-params.ts';

const PARAMS = {
  to: 'ada',
  amount: -12.5,
  notify: false,
  tags: ['new', ''],
  address: { city: 'Rome' },
  nothing: null,
  sizes: [1, 2],
  none: [],
};

const kindsOf = (params: Parameters<typeof toForm>[0]) => {
  const draft = toForm(params);
  return draft.kind === 'form' ? draft.fields.map(({ kind }) => kind) : draft.kind;
};

describe('a form of params', () => {
  test('has a field per param by type, and JSON for the rest', () => {
    expect(kindsOf(PARAMS)).toEqual([
      ...['text', 'number', 'boolean', 'list'],
      ...['json', 'json', 'json', 'json'],
    ]);
    expect(kindsOf({ mixed: ['a', 1] })).toEqual(['json']);
    expect(kindsOf({})).toBe('json');
  });

  test('returns the same params if nothing was edited, also through JSON', () => {
    for (const params of [PARAMS, {}, { huge: 1e21, tiny: 5e-7, text: ' 1 ' }]) {
      const { params: read, faults } = readDraft(toForm(params));
      expect(read).toEqual(params);
      expect(isSameParams(read!, params)).toBe(true);
      expect(faults.size).toBe(0);
      expect(readDraft(toJson(params)).params).toEqual(params);
    }
  });

  test('keeps line endings, and leaves texts with mixed ones to JSON', () => {
    const params = {
      ...{ windows: 'a\r\n\r\nb', old: 'a\rb', all: ['a\r\n', '\r\nb', 'c'] },
      ...{ several: 'a\r\nb\n', apart: ['a\r', '\nb'] },
    };

    expect(kindsOf(params)).toEqual(['text', 'text', 'list', 'json', 'json']);
    expect(toForm(params)).toMatchObject({
      // As a form field returns it.
      fields: [{ value: 'a\n\nb' }, { value: 'a\nb' }, { value: ['a\n', '\nb', 'c'] }, {}, {}],
    });
    expect(readDraft(toForm(params)).params).toEqual(params);
  });

  test.each<[string, ParamField, unknown]>([
    ['a number', { name: 'a', kind: 'number', value: ' 5e2 ' }, 500],
    ['JSON', { name: 'a', kind: 'json', value: '{"b": [1]}' }, { b: [1] }],
    ['a list', { name: 'a', kind: 'list', value: ['x'] }, ['x']],
    ['a text of blanks', { name: 'a', kind: 'text', value: ' ' }, ' '],
  ])('reads %s', (_, field, value) => {
    expect(readDraft({ kind: 'form', fields: [field] })).toEqual({
      ...{ params: { a: value }, faults: new Map() },
    });
  });

  test.each<[string, ParamField['kind'], string]>([
    ['notANumber', 'number', ''],
    ['notANumber', 'number', '1,5'],
    ['notANumber', 'number', '0x10'],
    ['notANumber', 'number', '1e999'],
    ['digits', 'number', '1234567890123456789'],
    ['digits', 'number', '0.12345678901234567891'],
    ['digits', 'json', '{"limit": 1e400}'],
    ['digits', 'json', '[1234567890123456789]'],
    ['name', 'json', '{"b": 1, "b": 2}'],
    ['notJson', 'json', ''],
    ['notJson', 'json', '{"b": }'],
  ])('says %s of a %s that is %j', (fault, kind, value) => {
    const fields = [{ name: 'a', kind, value } as ParamField, { name: 'b', kind, value: '1' }];

    expect(readDraft({ kind: 'form', fields: fields as ParamField[] })).toEqual({
      ...{ params: null, faults: new Map([['a', fault]]) },
    });
  });

  test('refuses JSON that would lose data', () => {
    const faultOf = (text: string) => readDraft({ kind: 'json', text }).faults.get('');
    expect(faultOf('{"amount": 1234567890123456789}')).toBe('digits');
    expect(faultOf('{"amount": 5, "amount": 500}')).toBe('name');
  });

  test.each(['', '[1]', '7', 'null', '{'])('refuses JSON that is not an object: %j', (text) => {
    expect(readDraft({ kind: 'json', text })).toEqual({
      ...{ params: null, faults: new Map([['', 'notAnObject']]) },
    });
  });
});
