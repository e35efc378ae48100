import type { Decision } from '@output-review/contracts';
import { AppError } from '@output-review/errors';

import { refuseUnevaluated } from './decide.ts';
import type { CurrentDecision, Output } from './output.ts';

/** What the instructions are to learn from a decided output. */
export interface Lesson {
  readonly comment: string;
  /** The decision that the teacher believes to stand; null where it was left out. */
  readonly decision: Decision | null;
}

/**
 * Tells of a lesson. Nothing of the output changes but the number of its last event.
 *
 * @throws AppError STILL_EVALUATING, NOT_DECIDED, or ALREADY_DECIDED where the decision is another one.
 */
export function teach(
  output: Output,
  { decision }: Lesson,
): Output & { readonly decision: CurrentDecision } {
  refuseUnevaluated(output);
  const present = output.decision;
  if (!present) {
    throw new AppError('NOT_DECIDED', 'Only an output that is decided teaches something.');
  }
  if (decision !== null && decision !== present.decision) {
    throw new AppError(
      'ALREADY_DECIDED',
      'The output is decided otherwise; leave the decision out.',
    );
  }
  return { ...output, decision: present, sequence: output.sequence + 1 };
}
