import type { FinishReason } from 'ai';

import type { JudgeFailureReason } from '../../domain/judges/judge-failure.ts';

/** Why an answer counts for nothing, whatever it says; null where the model ended it by itself. */
export function findRefusal({
  finishReason,
}: {
  readonly finishReason: FinishReason | undefined;
}): JudgeFailureReason | null {
  if (finishReason === 'content-filter') return 'would_not_judge';
  if (finishReason === 'length') return 'cut_short';
  return finishReason === 'error' ? 'unreadable' : null;
}
