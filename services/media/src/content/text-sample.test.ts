import { Readable } from 'node:stream';

import { expect, test } from '@jest/globals';

import { sampleText } from './text-sample.ts';

const sampleOf = (...chunks: readonly Buffer[]) => sampleText(Readable.from(chunks));

test.each([1, 2, 3, 4, 5, 7])('characters may be split across chunks of %d bytes', async (size) => {
  const text = 'aé✓😀 [é✓😀] \n';
  const bytes = Buffer.from(text);
  const starts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => index * size);

  const sample = await sampleOf(...starts.map((start) => bytes.subarray(start, start + size)));

  expect(sample).toEqual({ head: text, isWhole: true, last: ']' });
});

test.each([
  ['a truncated character at the end', Buffer.from('abc✓').subarray(0, -1)],
  ['a lone continuation byte', Buffer.from([0x61, 0x80, 0x61])],
  ['an invalid byte at the end', Buffer.from([0x61, 0xff])],
  ['an overlong character', Buffer.from([0x61, 0xc0, 0xaf, 0x61])],
  ['a lone surrogate', Buffer.from([0xed, 0xa0, 0x80, 0x61])],
  ['a NUL byte', Buffer.from('ab\u0000')],
  ['a control character', Buffer.from('ab\u0008')],
])('%s is not a text', async (_what, bytes) => {
  expect(await sampleOf(bytes)).toBeNull();
  expect(await sampleOf(bytes.subarray(0, 2), bytes.subarray(2))).toBeNull();
});

test('a long text is sampled at its start and its end', async () => {
  const sample = await sampleOf(Buffer.from('{'), Buffer.alloc(200_000, ' '), Buffer.from('}\n '));

  expect(sample).toMatchObject({ isWhole: false, last: '}' });
  expect(sample?.head).toHaveLength(64 * 1024);
});

test('a byte order mark is stripped', async () => {
  expect(await sampleOf(Buffer.from('\uFEFF{}'))).toMatchObject({ head: '{}', isWhole: true });
});
