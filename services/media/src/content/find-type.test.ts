import { Readable } from 'node:stream';

import { expect, test } from '@jest/globals';

import type { FileHints } from './content.pure.ts';
import { findType } from './find-type.ts';

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const ZIP = 'UEsDBAoAAAAAAAAAIQCGphA2BQAAAAUAAAAFAAAAYS50eHRoZWxsbw==';
const JPEG = '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP8=';
// A polyglot: a GIF whose size bytes open a comment, so that it is also a valid script.
const GIF_AND_JS = Buffer.concat([
  Buffer.from('GIF89a/*'),
  Buffer.from('\u0000\u00FF\u0000,', 'latin1'),
  Buffer.from('*/=1;alert(1)'),
]);
const MP3_AFTER_COVER = Buffer.concat([
  // An ID3 header that declares 300,000 bytes, encoded in 7 bits per byte.
  Buffer.from([0x49, 0x44, 0x33, 3, 0, 0, 0, 0x12, 0x27, 0x60]),
  Buffer.alloc(300_000),
  Buffer.from([0xff, 0xfb, 0x90, 0x64]),
  Buffer.alloc(400),
]);

function typeOf(bytes: Buffer | string, hints: Partial<FileHints> = {}): Promise<string> {
  const whole = Buffer.from(bytes);
  const open = async () => Readable.from([whole.subarray(0, 5), whole.subarray(5)]);
  return findType(open, { filename: null, contentType: null, ...hints });
}

const fromBase64 = (data: string): Buffer => Buffer.from(data, 'base64');

test.each([
  ['a PNG', fromBase64(PNG), 'image/png'],
  ['a JPEG', fromBase64(JPEG), 'image/jpeg'],
  ['an MP3 that begins with a large picture', MP3_AFTER_COVER, 'audio/mpeg'],
  ['a PDF', '%PDF-1.7\n1 0 obj\n', 'application/pdf'],
  ['a picture that is also a script', GIF_AND_JS, 'image/gif'],
  ['the same in ASCII only', 'GIF89a=1;alert(1)', 'image/gif'],
])('%s is detected by its bytes, whatever its name', async (_what, bytes, type) => {
  expect(await typeOf(bytes, { filename: 'a.txt', contentType: 'text/javascript' })).toBe(type);
});

test.each([
  ['HTML', '<!DOCTYPE html><p>x', 'text/html'],
  ['HTML after white space', ' \n<HTML>', 'text/html'],
  ['a script in HTML', '<script>alert(1)</script>', 'text/html'],
  ['HTML after a comment', '<!-- x --><b onclick=x>', 'text/html'],
  ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'],
  [
    'SVG after everything that may precede it',
    '\uFEFF<?xml version="1.0"?>\n<!-- a -->\n<!DOCTYPE svg [ <!ENTITY a "b"> ]>\n<s:svg>',
    'image/svg+xml',
  ],
  ['SVG after forty comments', `${'<!---->'.repeat(40)}<svg>`, 'image/svg+xml'],
  ['HTML with SVG only in a comment', '<!-- > <svg> -->', 'text/html'],
  ['XML', '<?xml version="1.0"?><a/>', 'text/xml'],
  ['JSON', ' {"a": [1]}\n', 'application/json'],
  ['a list', '[1]', 'application/json'],
  ['long JSON', `[${'1,'.repeat(100_000)}1]`, 'application/json'],
])('%s is detected by its content, whatever its name', async (_what, text, type) => {
  expect(await typeOf(text, { filename: 'a.csv', contentType: 'text/plain' })).toBe(type);
});

test.each([
  ['text/csv', 'a.txt', 'text/csv'],
  ['Text/Markdown; charset=latin1', 'a.txt', 'text/markdown'],
  ['application/pdf', 'a.CSV', 'text/csv'],
  ['text/plain', 'a.md', 'text/markdown'],
  ['image/png', 'a.png', 'text/plain'],
  ['application/json', 'a.json', 'text/plain'],
  ['no type at all', 'script.js', 'text/javascript'],
])('a text declared as %s and named %s is %s', async (contentType, filename, type) => {
  expect(await typeOf('[x] remember {all}', { filename, contentType })).toBe(type);
});

test.each(['BMW, VW', 'MZ', 'II*', 'Zürich ✓ 😀', '\t\u001B[31mred\f', '{not json}'])(
  '%j is a text although it may begin like another format',
  async (text) => {
    expect(await typeOf(text)).toBe('text/plain');
  },
);

test.each([
  ['comments', '<!---->', 'text/html'],
  ['comments inside an unclosed one', '<!--', 'text/html'],
  ['instructions', '<?a?>', 'text/plain'],
  ['declarations', '<!a>', 'text/plain'],
  ['declarations inside an unclosed one', '<!a [ ] ', 'text/plain'],
  ['white space', ' \n', 'text/plain'],
])('detects 64 KiB of %s as not SVG at once', async (_what, part, type) => {
  expect(await typeOf(`${part.repeat(65_536 / part.length)}.`)).toBe(type);
});

test('a zip is refused whatever its name', async () => {
  const refusal = typeOf(fromBase64(ZIP), { filename: 'a.png', contentType: 'image/png' });

  await expect(refusal).rejects.toMatchObject({
    code: 'UNPROCESSABLE_ATTACHMENT',
    message:
      'The file is application/zip according to its bytes. Accepted types: image/*, audio/*, text/*, application/pdf and application/json.',
  });
});

test.each([
  ['a program', Buffer.from('TVqQAAMAAAAEAAAA//8AALgAAAA=', 'base64'), /x-msdownload/],
  ['a compressed file', Buffer.from('H4sIAAAAAAAAA8tIzcnJBwCGphA2BQAAAA==', 'base64'), /gzip/],
  ['a text in another encoding', Buffer.from('Größe', 'latin1'), /A text file must be UTF-8/],
  ['a text in UTF-16, as Windows saves it', Buffer.from('\uFEFFhello', 'utf16le'), /must be UTF-8/],
  ['a text that ends within a character', Buffer.from('abc€').subarray(0, 4), /UTF-8/],
  ['a text with control characters', Buffer.from('abc\u0000def'), /cannot be detected/],
])('%s is refused', async (_what, bytes, sentence) => {
  await expect(typeOf(bytes, { contentType: 'text/plain' })).rejects.toMatchObject({
    code: 'UNPROCESSABLE_ATTACHMENT',
    message: expect.stringMatching(sentence),
  });
});
