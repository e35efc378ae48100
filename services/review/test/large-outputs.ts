import type { OutputsSubmitted } from '@output-review/contracts';

import { aSubmission, type TestReview } from './test-review.ts';

const TEXT_BYTES = 1_000_000;

/** Submits outputs with two texts of a megabyte each, the newest first. */
export async function submitLarge(
  t: TestReview,
  workspaceId: string,
  count: number,
): Promise<OutputsSubmitted[]> {
  const { content } = aSubmission();
  const submissions = Array.from({ length: count }, (_, n) => {
    const text = String.fromCharCode(97 + n).repeat(TEXT_BYTES);
    const timestamp = new Date(Date.UTC(2026, 2, 1, 11, 0, count - n)).toISOString();
    return aSubmission({
      workspaceId,
      timestamp,
      content: { ...content, output: text, input: text },
    });
  });
  for (const submission of submissions) await t.submit(submission);
  return submissions;
}
