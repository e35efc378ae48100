import { expect, test } from '@jest/globals';
import type { FileData } from '@output-review/contracts';

import { labelFiles, toExcerpt } from './details.pure.ts';

function file(index: number): FileData {
  return {
    ...{ role: 'input', key: `w/order/${index}-a.txt`, filename: 'a.txt', label: 'before' },
    ...{ contentType: 'text/plain', sizeBytes: 3 },
  };
}

test.each([
  'w/order/1-a.txt',
  '/api/media/w/order/1-a.txt',
  '/api/media/w%2Forder%2F1-a.txt',
  'https://review.example/api/media/w/order/1-a.txt',
  'https://review.example/prefix/api/media/w/order/1-a.txt?download=1#top',
])('a file is labelled by %s', (key) => {
  const labelled = labelFiles([file(0), file(1)], [{ key, label: 'after' }]);

  expect(labelled).toEqual([file(0), { ...file(1), label: 'after' }]);
});

test('a blank label removes the label, an absent one keeps it, and the last of two wins', () => {
  const [first, second] = [file(0), file(1)];

  const labelled = labelFiles(
    [first, second],
    [{ key: first.key, label: 'once' }, { key: first.key, label: ' ' }, { key: second.key }],
  );

  expect(labelled).toEqual([{ ...first, label: null }, second]);
});

test('reports every file that does not belong to the output, and labels nothing', () => {
  const labels = [
    { key: 'w/order/0-a.txt', label: 'after' },
    { key: 'w/other/0-a.txt', label: 'x' },
    { key: '/api/media/%E0%A4%A', label: 'x' },
  ];

  expect(() => labelFiles([file(0)], labels)).toThrow(
    expect.objectContaining({
      code: 'VALIDATION_FAILED',
      fields: {
        'attachments.1.key': 'Must be a file of this output.',
        'attachments.2.key': 'Must be a file of this output.',
      },
    }),
  );
});

test('an excerpt is the first 200 code points on one line and splits no character', () => {
  expect(toExcerpt('\n  Dear\tAda,\r\n\u00a0\n  thank you. \n')).toBe('Dear Ada, thank you.');
  expect(toExcerpt('🦊'.repeat(300))).toBe('🦊'.repeat(200));
  expect(toExcerpt(`${'a'.repeat(199)} b`)).toBe('a'.repeat(199));
});

test('a blank text has no excerpt', () => {
  for (const text of [null, '', ' \n\t']) expect(toExcerpt(text)).toBeNull();
});
