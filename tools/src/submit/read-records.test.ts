import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { PIECE_CHARS_MAX } from './read-chunks.ts';
import { type ReadRecord, readRecords } from './read-records.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'records-'));
});

afterAll(() => rm(folder, { recursive: true }));

describe('JSON Lines', () => {
  test('numbers lines like editors, and continues after a broken one', async () => {
    expect(await read('a.jsonl', '\uFEFF{"n":1}\r\n\n{oops\n[1]\n{"n":5}')).toEqual([
      { number: 1, record: { n: 1 } },
      { number: 3, reason: expect.stringMatching(/^not JSON: /) },
      { number: 4, reason: 'not a JSON object' },
      { number: 5, record: { n: 5 } },
    ]);
  });

  test('splits only at line feeds, since JSON may contain other Unicode separators', async () => {
    const text = 'a\u2028b\u2029c\u0085d';

    expect(await read('a.jsonl', `${JSON.stringify({ text })}\n`)).toEqual([
      { number: 1, record: { text } },
    ]);
  });

  test('keeps characters that span two chunks whole', async () => {
    const text = '€'.repeat(100_000);

    expect(await read('a.jsonl', JSON.stringify({ text }))).toEqual([
      { number: 1, record: { text } },
    ]);
  });

  test('does not hold a line without an end in memory', async () => {
    const tooLong = `{"text":"${'x'.repeat(PIECE_CHARS_MAX)}"}`;

    expect(await read('a.jsonl', `${tooLong}\n{"n":2}\n`)).toEqual([
      { number: 1, reason: 'longer than 16 MiB' },
      { number: 2, record: { n: 2 } },
    ]);
  });
});

describe('a JSON array', () => {
  test('is read record by record, on one line or on many', async () => {
    const records = [{ text: '],[{"\\' }, { nested: [{ a: [1, 2] }] }];
    const expected = records.map((record, at) => ({ number: at + 1, record }));

    expect(await read('a.json', JSON.stringify(records))).toEqual(expected);
    expect(await read('a.json', `\n${JSON.stringify(records, null, 2)}\n`)).toEqual(expected);
    expect(await read('a.json', '[]')).toEqual([]);
  });

  test('names a broken record by its position and reads the others', async () => {
    expect(await read('a.json', '[{"n":1},{"n":oops},{"n":3}]')).toEqual([
      { number: 1, record: { n: 1 } },
      { number: 2, reason: expect.stringMatching(/^not JSON: /) },
      { number: 3, record: { n: 3 } },
    ]);
  });

  test.each([
    ['[{"n":1},{"n":2', 'the array ends within this record'],
    ['[{"n":1}] [', 'the array ends within this record'],
    ['[{"n":1}] and more', 'text after the end of the array'],
  ])('reports the error of %s as the last record', async (text, reason) => {
    expect(await read('a.json', text)).toEqual([
      { number: 1, record: { n: 1 } },
      { number: 2, reason },
    ]);
  });
});

describe('CSV', () => {
  test('names a record by its first line, even if cells contain line breaks', async () => {
    const text = '\uFEFFid,text\r\n1,"a\r\nb ""c"", d"\r\n\r\n2,\r\n3,x,y\r\n4,z';

    expect(await read('a.csv', text)).toEqual([
      { number: 2, record: { id: '1', text: 'a\r\nb "c", d' } },
      { number: 5, record: { id: '2' } },
      { number: 6, reason: '3 columns, but the header has 2' },
      { number: 7, record: { id: '4', text: 'z' } },
    ]);
  });

  test.each(['id\n1\n"2" x\n3', 'id\n1\n2"x\n3', 'id\n1\n"2\n3'])(
    'stops at a broken quote: %j',
    async (text) => {
      expect(await read('a.csv', text)).toEqual([
        { number: 2, record: { id: '1' } },
        { number: 3, reason: expect.stringMatching(/Quote.*Nothing after it was read\.$/) },
      ]);
    },
  );

  test('keeps characters that span two chunks whole', async () => {
    const text = `a${'€'.repeat(100_000)}`;

    expect(await read('a.csv', `id\n${text}\n`)).toEqual([{ number: 2, record: { id: text } }]);
  });

  test('column names cannot modify a prototype', async () => {
    const [first] = await read('a.csv', '__proto__,id\nx,1\n');

    expect(Object.getPrototypeOf(first && 'record' in first ? first.record : null)).toBe(
      Object.prototype,
    );
  });
});

test('does not hold a CSV record without an end in memory', async () => {
  const text = `id\n1\n"${'x'.repeat(PIECE_CHARS_MAX + 2)}"\n3\n`;

  expect(await read('a.csv', text)).toEqual([
    { number: 2, record: { id: '1' } },
    { number: 3, reason: expect.stringContaining('Max Record Size') },
  ]);
});

describe('bytes that are not UTF-8', () => {
  const reason = 'not UTF-8: save the file as UTF-8. Nothing after it was read.';

  test('end a CSV record within quotes', async () => {
    const text = Buffer.from('id,text\n1,a\n2,"b\nc \xfc"\n3,d', 'latin1');

    expect(await read('a.csv', text)).toEqual([
      { number: 2, record: { id: '1', text: 'a' } },
      { number: 3, reason },
    ]);
  });

  test.each([
    ['a.jsonl', `{"n":"${'x'.repeat(70_000)}\xfc"}`, 1],
    ['a.json', `[{"n":"${'x'.repeat(70_000)}\xfc"}]`, 1],
    ['a.csv', `n\n${'x'.repeat(70_000)}\xfc`, 2],
  ])('discard a record of %s that spans several chunks', async (...[name, text, number]) => {
    expect(await read(name, Buffer.from(text, 'latin1'))).toEqual([{ number, reason }]);
  });

  test('do not include a U+FFFD that the file contains', async () => {
    expect(await read('a.csv', 'n\n\ufffd\n2')).toHaveLength(2);
    expect(await read('a.jsonl', '{"n":"\ufffd"}\n{}')).toHaveLength(2);
  });

  test.each([
    ['a.jsonl', '{"n":"\ufffd"}\n{"n":"2"}\n{"n":"', [1, 2, 3]],
    ['a.json', '[{"n":"\ufffd"},{"n":"2"},{"n":"', [1, 2, 3]],
    ['a.csv', 'n\n\ufffd\n2\n', [2, 3, 4]],
  ])('are told apart from a U+FFFD before them in %s', async (name, good, [one, two, bad]) => {
    const bytes = Buffer.concat([Buffer.from(`\ufeff${good}`), Buffer.from([0xfc])]);

    expect(await read(name, bytes)).toEqual([
      { number: one, record: { n: '\ufffd' } },
      { number: two, record: { n: '2' } },
      { number: bad, reason },
    ]);
  });

  // {"n":"ü"} in Windows-1252.
  test.each(['a.jsonl', 'a.csv'])('make a record of %s invalid', async (name) => {
    expect(await read(name, Buffer.from('7b226e223a22fc227d', 'hex'))).toEqual([
      { number: 1, reason },
    ]);
  });

  test.each([
    ['a.jsonl', '{"n":1}\n{"n":"\xfc"}\n{"n":3}', 2],
    ['a.json', '[{"n":1},{"n":"\xfc"},{"n":3}]', 2],
    ['a.csv', 'n\n1\n\xfc\n3', 3],
  ])('stop reading %s, after the records before them', async (name, text, number) => {
    expect(await read(name, Buffer.from(text, 'latin1'))).toEqual([
      { number: name === 'a.csv' ? 2 : 1, record: { n: name === 'a.csv' ? '1' : 1 } },
      { number, reason },
    ]);
  });

  test.each([
    ['a.jsonl', '{"n":1}\n"', 2],
    ['a.json', '[{"n":1},"', 2],
    ['a.csv', 'n\n1\n"', 3],
  ])('are reported if %s ends within a character', async (name, text, number) => {
    const cut = Buffer.from(`${text}€`).subarray(0, -1);

    expect((await read(name, cut)).at(-1)).toEqual({ number, reason });
  });
});

test('fails for a missing file', async () => {
  await expect(collect(join(folder, 'missing.csv'))).rejects.toThrow('ENOENT');
  await expect(collect(join(folder, 'missing.jsonl'))).rejects.toThrow('ENOENT');
});

async function read(name: string, text: string | Buffer): Promise<ReadRecord[]> {
  const file = join(folder, name);
  await writeFile(file, text);
  return collect(file);
}

async function collect(file: string): Promise<ReadRecord[]> {
  const found: ReadRecord[] = [];
  for await (const record of readRecords(file)) found.push(record);
  return found;
}
