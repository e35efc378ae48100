import {
  type AnswerOf,
  type AppliedRuleAnswer,
  INTERNAL_OPERATIONS,
} from '@output-review/contracts';
import { AppError } from '@output-review/errors';

import type { Context } from '../context.ts';
import type { JudgedOutput } from '../outputs/contents.sql.ts';
import type { Caller } from '../outputs/seen.ts';
import { refuseUnapproved } from './approvals.pure.ts';
import { type CorrectionCheck, correctedParts, type DecisionRequest } from './decisions.pure.ts';

/** Who decides. The evaluator is called on their behalf. */
export interface Decider extends Caller {
  readonly assertion: string;
  readonly requestId: string;
}

interface Correcting {
  readonly request: DecisionRequest;
  readonly caller: Decider;
}

/**
 * Applies the current rules to a corrected output. A token's decision is made even if they fail or cannot be asked. A
 * correction that would need several approvals is refused for everyone, confirmed or not. So a token must not skip the
 * check by using up its model calls either.
 *
 * @throws AppError VALIDATION_FAILED, RATE_LIMITED; to a session only CORRECTION_FLAGGED, UNAVAILABLE.
 */
export async function checkCorrection(
  ctx: Context,
  corrected: JudgedOutput,
  correcting: Correcting,
): Promise<CorrectionCheck> {
  const { request, caller } = correcting;
  const isSession = caller.principal.kind === 'user';
  const isConfirmed = isSession && request.confirmFlagged;
  const answer = await askRules(ctx, corrected, correcting).catch((error: unknown) => {
    if (isSession || !(error instanceof AppError) || error.code === 'RATE_LIMITED') throw error;
    return null;
  });
  if (!answer) return { notPassed: null, isConfirmed };
  const { appliedRules, approvalsAskedBy = [] } = answer;
  refuseUnapproved(request, approvalsAskedBy);
  const notPassed = appliedRules.filter(
    ({ outcome }) => outcome === 'failed' || outcome === 'error',
  );
  const isRefused = isSession && !isConfirmed && notPassed.length > 0;
  if (isRefused) throw correctionFlagged(appliedRules);
  return { notPassed, isConfirmed };
}

/** Rules failed or erred on a correction that was not confirmed. */
function correctionFlagged(appliedRules: readonly AppliedRuleAnswer[]): AppError {
  return new AppError(
    'CORRECTION_FLAGGED',
    'The correction did not pass the rules. Change it, or send confirmFlagged to decide anyway.',
    { details: { appliedRules } },
  );
}

async function askRules(
  { evaluator }: Context,
  corrected: JudgedOutput,
  { request, caller: { principal, assertion, requestId } }: Correcting,
): Promise<AnswerOf<typeof INTERNAL_OPERATIONS.checkCorrection>> {
  const { output, input, action, metadata } = corrected.content;
  const body = {
    ...{ workspaceId: principal.workspaceId, ...corrected },
    content: { output, input, action, metadata },
    corrected: correctedParts(request),
  };
  const { checkCorrection: operation } = INTERNAL_OPERATIONS;
  const timeoutMs = operation.answersWithinMs;
  try {
    const options = { body, assertion, requestId, timeoutMs };
    return await evaluator.call(operation, options);
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'RATE_LIMITED') throw error;
    const message = 'The rules cannot check the correction right now. Try again in a moment.';
    throw new AppError('UNAVAILABLE', message, { cause: error });
  }
}
