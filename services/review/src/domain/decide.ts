import type { Decision } from '@output-review/contracts';
import { AppError } from '@output-review/errors';

import type { Actor } from './actor.ts';
import type { Output } from './output.ts';

/** What a person concluded, with the words that came with it. */
export interface Conclusion {
  readonly decision: Decision;
  readonly comment: string | null;
  readonly correctedOutput: string | null;
}

export interface DecisionRequest extends Conclusion {
  readonly override: boolean;
}

/** The present conclusion of an output, and what is asked of it. */
export interface DecisionCase {
  readonly output: Output;
  readonly present: Conclusion | null;
}

/** Says what is wrong with a conclusion by itself. */
export function checkConclusion({ decision, comment, correctedOutput }: Conclusion): void {
  const given = [comment, correctedOutput].filter((text) => text !== null).length;
  if (decision === 'changed' && given !== 1) {
    throw new AppError('VALIDATION_FAILED', 'A change needs what is to change.', {
      fields: { comment: 'Send exactly one of comment and correctedOutput.' },
    });
  }
  if (decision !== 'changed' && correctedOutput !== null) {
    throw new AppError('VALIDATION_FAILED', 'Only a change has a corrected output.', {
      fields: { correctedOutput: 'Only for the decision "changed".' },
    });
  }
}

/**
 * Decides an evaluated output. Null where it stands decided like that already.
 *
 * @throws AppError STILL_EVALUATING, or ALREADY_DECIDED where the decision is another and `override`
 *   is not set.
 */
export function decide(
  { output, present }: DecisionCase,
  request: DecisionRequest,
  by: Actor & { readonly at: Date },
): Output | null {
  refuseUnevaluated(output);
  if (present && isSame(present, request)) return null;
  if (present && !request.override) {
    throw new AppError(
      'ALREADY_DECIDED',
      'The output is decided already; send override to change it.',
    );
  }
  return {
    ...output,
    decision: { decision: request.decision, by: by.name, source: by.source, at: by.at },
    sequence: output.sequence + 1,
  };
}

/** @throws AppError STILL_EVALUATING while the rules have not settled. */
export function refuseUnevaluated(output: Output): void {
  if (output.status !== 'pending') return;
  throw new AppError('STILL_EVALUATING', 'The output is still being evaluated.');
}

function isSame(one: Conclusion, other: Conclusion): boolean {
  return (
    one.decision === other.decision &&
    one.comment === other.comment &&
    one.correctedOutput === other.correctedOutput
  );
}
