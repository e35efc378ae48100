import { expect, test } from '@jest/globals';

import { DEFAULT_JUDGE_SETTINGS } from './judge-settings.ts';

test('a claim lasts 15 s and is renewed every four, so that three renewals may fail', () => {
  expect(DEFAULT_JUDGE_SETTINGS).toMatchObject({ leaseMs: 15_000, renewEveryMs: 4_000 });
});

test('a caller waits 25 s at most, and a judge is asked with two of them left', () => {
  expect(DEFAULT_JUDGE_SETTINGS).toMatchObject({ inlineMs: 25_000, inlineMsMin: 2_000 });
});
