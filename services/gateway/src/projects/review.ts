import { INTERNAL_OPERATIONS, type ProjectsChanged } from '@output-review/contracts';
import { retryTransient, withDeadline } from '@output-review/runtime';

import type { Context } from '../context.ts';
import { type OutputCounts, sumOutputCounts } from './projects.pure.ts';

// A person waits for these calls.
const TIMEOUT_MS = 5_000;

/** The number of outputs of each project and task, from review. */
export async function countOutputs(
  { review, assertion }: Pick<Context, 'review' | 'assertion'>,
  workspaceId: string,
): Promise<OutputCounts> {
  const { counts } = await review.call(INTERNAL_OPERATIONS.countOutputs, {
    body: { workspaceId },
    assertion,
    timeoutMs: TIMEOUT_MS,
  });
  return sumOutputCounts(counts);
}

/** Fails if review is unreachable. Called before a change that may be answered only once review knows it. */
export async function requireReview(
  ctx: Pick<Context, 'review' | 'assertion'>,
  workspaceId: string,
): Promise<void> {
  await countOutputs(ctx, workspaceId);
}

/** Tells review of a change before its event arrives, because a sample rate applies from the answer on. */
export async function tellReview(
  { review, assertion }: Pick<Context, 'review' | 'assertion'>,
  changes: readonly ProjectsChanged[],
  signal?: AbortSignal,
): Promise<void> {
  await review.call(INTERNAL_OPERATIONS.applyProjectChanges, {
    ...{ body: { changes }, assertion, timeoutMs: TIMEOUT_MS, ...(signal && { signal }) },
  });
}

/**
 * Tells review of a creation or deletion, if it is reachable in time. A failure is not reported, because a repeat
 * would be refused as a duplicate name or as not found. The event in the outbox tells review later.
 */
export async function tryTellReview(
  { tellsReviewForMs: timeoutMs, log }: Context,
  requestId: string,
  tell: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  try {
    // Shutdown waits for this call, as for every request: if review is healthy, it then knows what is answered.
    await withDeadline({ timeoutMs }, (signal) => retryTransient(() => tell(signal), { signal }));
  } catch (err) {
    log.warn(
      { err, requestId },
      'review not told of a creation or deletion yet, left to the event',
    );
  }
}
