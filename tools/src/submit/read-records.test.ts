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
  test('lines are counted as editors do, and a broken one does not stop the others', async () => {
    expect(await read('a.jsonl', '\uFEFF{"n":1}\r\n\n{oops\n[1]\n{"n":5}')).toEqual([
      { number: 1, record: { n: 1 } },
      { number: 3, reason: expect.stringMatching(/^not JSON: /) },
      { number: 4, reason: 'not a JSON object' },
      { number: 5, record: { n: 5 } },
    ]);
  });

  test('only line feeds end a line: JSON may contain the other separators of Unicode', async () => {
    const text = 'a\u2028b\u2029c\u0085d';

    expect(await read('a.jsonl', `${JSON.stringify({ text })}\n`)).toEqual([
      { number: 1, record: { text } },
    ]);
  });

  test('characters on the seam of two chunks are whole', async () => {
    const text = '€'.repeat(100_000);

    expect(await read('a.jsonl', JSON.stringify({ text }))).toEqual([
      { number: 1, record: { text } },
    ]);
  });

  test('a line without an end is not held in memory', async () => {
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

  test('a broken record is named by its position, and the others are read', async () => {
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
  ])('what is wrong with %s is the last record', async (text, reason) => {
    expect(await read('a.json', text)).toEqual([
      { number: 1, record: { n: 1 } },
      { number: 2, reason },
    ]);
  });
});

describe('CSV', () => {
  test('a record is named by the line on which it begins, whatever its cells contain', async () => {
    const text = '\uFEFFid,text\r\n1,"a\r\nb ""c"", d"\r\n\r\n2,\r\n3,x,y\r\n4,z';

    expect(await read('a.csv', text)).toEqual([
      { number: 2, record: { id: '1', text: 'a\r\nb "c", d' } },
      { number: 5, record: { id: '2' } },
      { number: 6, reason: '3 columns, but the header has 2' },
      { number: 7, record: { id: '4', text: 'z' } },
    ]);
  });

  test.each(['id\n1\n"2" x\n3', 'id\n1\n2"x\n3', 'id\n1\n"2\n3'])(
    'after a broken quote nothing is guessed: %j',
    async (text) => {
      expect(await read('a.csv', text)).toEqual([
        { number: 2, record: { id: '1' } },
        { number: 3, reason: expect.stringMatching(/Quote.*Nothing after it was read\.$/) },
      ]);
    },
  );

  test('names of columns are no way to a prototype', async () => {
    const [first] = await read('a.csv', '__proto__,id\nx,1\n');

    expect(Object.getPrototypeOf(first && 'record' in first ? first.record : null)).toBe(
      Object.prototype,
    );
  });
});

test('a CSV file with a record that does not end is not held in memory', async () => {
  const text = `id\n1\n"${'x'.repeat(PIECE_CHARS_MAX + 2)}"\n3\n`;

  expect(await read('a.csv', text)).toEqual([
    { number: 2, record: { id: '1' } },
    { number: 3, reason: expect.stringContaining('Max Record Size') },
  ]);
});

test('a file that is not there is an error, not an empty one', async () => {
  await expect(collect(join(folder, 'missing.csv'))).rejects.toThrow('ENOENT');
  await expect(collect(join(folder, 'missing.jsonl'))).rejects.toThrow('ENOENT');
});

async function read(name: string, text: string): Promise<ReadRecord[]> {
  const file = join(folder, name);
  await writeFile(file, text);
  return collect(file);
}

async function collect(file: string): Promise<ReadRecord[]> {
  const found: ReadRecord[] = [];
  for await (const record of readRecords(file)) found.push(record);
  return found;
}
