import { describe, expect, test } from '@jest/globals';

import { type Cell, Json, makeLineWriter } from './lines.pure.ts';

const columns = {
  text: (row: readonly Cell[]) => row[0]!,
  other: (row: readonly Cell[]) => row[1]!,
};
const write = (format: 'csv' | 'jsonl', rows: readonly (readonly Cell[])[]): string => {
  const writer = makeLineWriter(format, columns);
  return writer.head + writer.write(rows);
};

test('a JSON line is an object with its columns', () => {
  const text = write('jsonl', [
    ['"a"\n', null],
    [0.5, new Json('{"b":[1]}')],
  ]);

  expect(text).toBe('{"text":"\\"a\\"\\n","other":null}\n{"text":0.5,"other":{"b":[1]}}\n');
  expect(write('jsonl', [])).toBe('');
});

describe('CSV', () => {
  test('quotes values with commas, quotes or line breaks', () => {
    const text = write('csv', [
      ['a,b', 'say "c"'],
      ['d\ne', 'f\rg'],
      [new Json('{"h":1}'), null],
      [true, -5],
    ]);

    expect(text).toBe(
      'text,other\r\n"a,b","say ""c"""\r\n"d\ne","f\rg"\r\n"{""h"":1}",\r\ntrue,-5\r\n',
    );
    expect(write('csv', [])).toBe('text,other\r\n');
  });

  test.each(['=1', '+1', '-1', '@a', '\ta', '\ra', '=1\n=2', '-', '\n=1', '＝1'])(
    'puts an apostrophe before %j, which a spreadsheet would execute',
    (text) => {
      const [, cell] = write('csv', [[text, 'x']]).split('text,other\r\n');
      expect(cell?.replace(/^"/, '').startsWith(`'${text}`)).toBe(true);
    },
  );

  test.each(["it's", 'a=1', '1-2', ' a', ''])('leaves %j unchanged', (text) => {
    expect(write('csv', [[text, 1]])).toContain(text);
    expect(write('csv', [[text, 1]])).not.toContain(`'${text}`);
  });
});
