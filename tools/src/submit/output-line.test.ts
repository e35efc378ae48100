import { describe, expect, test } from '@jest/globals';

import { makeLineReader, type OutputLine } from './output-line.ts';

const TEXT = '{"project":"Support","output":"Hello"}';

describe('the id of a line', () => {
  test('is derived from its text, and is the same in every run and position', () => {
    const first = read(newReader(), 1, TEXT);
    const again = read(newReader(), 9, `  ${TEXT}`);

    expect(first).toMatchObject({
      id: expect.stringMatching(/^line-[0-9a-f]{32}-1$/),
      hasDerivedId: true,
    });
    expect(again.id).toBe(first.id);
    expect(first.body).toEqual({ project: 'Support', output: 'Hello', id: first.id });
  });

  test('differs between equal lines, by their count', () => {
    const reader = newReader();

    expect(read(reader, 1, TEXT).id).not.toBe(read(reader, 2, TEXT).id);
  });

  test('differs between batches', () => {
    expect(read(newReader('second'), 1, TEXT).id).not.toBe(read(newReader(), 1, TEXT).id);
  });

  test("is the line's own ID if it has one, with a different key per text", () => {
    const reader = newReader();
    const one = read(reader, 1, '{"id":"mine","output":"a"}');
    const other = read(reader, 2, '{"id":"mine","output":"b"}');

    expect([one.id, other.id]).toEqual(['mine', 'mine']);
    expect(one.key).not.toBe(other.key);
  });

  test.each(['{"id":null}', '{"id":" "}'])('is derived for %s', (text) => {
    expect(read(newReader(), 1, text).hasDerivedId).toBe(true);
  });
});

test('requests sync for every line if the command does', () => {
  const reader = makeLineReader({ isSync: true, batch: 'first' });

  expect(read(reader, 1, '{"sync":false}').body.sync).toBe(true);
});

test.each([
  ['{"project":', /^not JSON: /],
  ['[1]', /^not a JSON object$/],
  ['"text"', /^not a JSON object$/],
  ['null', /^not a JSON object$/],
  ['{"id":17}', /^its id must be a string/],
  ['{"id":true}', /^its id must be a string/],
  ['{"id":{}}', /^its id must be a string/],
])('%s is a bad line with its number and reason', (text, reason) => {
  const result = newReader()(7, text);

  expect(result).toMatchObject({
    ok: false,
    bad: { number: 7, reason: expect.stringMatching(reason) },
  });
});

function newReader(batch = 'first'): ReturnType<typeof makeLineReader> {
  return makeLineReader({ isSync: false, batch });
}

function read(reader: ReturnType<typeof makeLineReader>, number: number, text: string): OutputLine {
  const result = reader(number, text);
  if (!result.ok) throw new Error(result.bad.reason);
  return result.line;
}
