import { expect, test } from '@jest/globals';

import { fingerprintOf, normalizeSubmission } from './request.pure.ts';

const BODY = { project: 'Support', output: 'Hello', metadata: { b: 1, a: 2 } };

test('a submission from before there were files keeps its fingerprint', () => {
  const fingerprint = fingerprintOf(normalizeSubmission(BODY));

  expect(fingerprint).toBe('ymExTXUreKI5hmpUnj117sY7s6NAL8Nu0MHZD04mLxg=');
});

test('empty lists of files count as no files', () => {
  const none = { ...BODY, attachments: [], outputAttachments: [] };

  expect(fingerprintOf(normalizeSubmission(none))).toBe(fingerprintOf(normalizeSubmission(BODY)));
});

test('the order of the fields of a file does not matter, its bytes do', () => {
  const withFile = (file: { data: string; filename: string }) =>
    fingerprintOf(
      normalizeSubmission({ ...BODY, attachments: [{ source: 'upload' as const, ...file }] }),
    );

  expect(withFile({ data: 'YQ==', filename: 'a' })).toBe(withFile({ filename: 'a', data: 'YQ==' }));
  expect(withFile({ data: 'YQ==', filename: 'a' })).not.toBe(
    withFile({ data: 'Yg==', filename: 'a' }),
  );
});
