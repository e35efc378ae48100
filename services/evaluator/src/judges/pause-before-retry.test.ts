import { expect, test } from '@jest/globals';

import { pauseBeforeRetryMs, PAUSES_OF_JOB } from './pause-before-retry.pure.ts';

const SILENT = { retryAfterMs: null };

test.each([
  [1, 2_500, 5_000],
  [2, 5_000, 10_000],
  [3, 10_000, 20_000],
  [9, 30_000, 60_000],
  [10_000, 30_000, 60_000],
])('pauses after attempt %i from %i to %i ms', (attempt, shortestMs, longestMs) => {
  const failed = { attempt, failure: SILENT };

  expect(pauseBeforeRetryMs(PAUSES_OF_JOB, failed, 0)).toBe(shortestMs);
  expect(pauseBeforeRetryMs(PAUSES_OF_JOB, failed, 1)).toBe(longestMs);
});

test('pauses at least for the Retry-After of the provider', () => {
  const failed = { attempt: 1, failure: { retryAfterMs: 90_000 } };

  expect(pauseBeforeRetryMs(PAUSES_OF_JOB, failed, 0)).toBe(90_000);
  expect(pauseBeforeRetryMs(PAUSES_OF_JOB, failed, 1)).toBe(90_500);
});
