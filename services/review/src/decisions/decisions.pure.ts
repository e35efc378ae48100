import type {
  AppliedRuleAnswer,
  CorrectedActionData,
  CorrectedPart,
  Decision,
  JudgedContentData,
} from '@output-review/contracts';
import { AppError, type FieldMessages } from '@output-review/errors';
import { canonicalJson, wholeCharacter } from '@output-review/runtime/text';

import {
  type Actor,
  type Change,
  type CurrentDecision,
  type Deadline,
  type DecidedOutput,
  type Output,
  refuseSetAside,
  refuseUnevaluated,
} from '../outputs/output.pure.ts';
import { labelSourceOf } from '../outputs/outcomes.pure.ts';

/** A person's decision and what they said with it. */
export interface Conclusion {
  readonly decision: Decision;
  readonly comment: string | null;
  readonly correctedOutput: string | null;
  readonly correctedAction: CorrectedActionData | null;
  /** IDs of the workspace's reasons. */
  readonly reasonIds: readonly string[];
}

export interface DecisionRequest extends Conclusion {
  readonly override: boolean;
  /** Whether to accept a correction that fails rules. */
  readonly confirmFlagged: boolean;
}

/** A bare decision: no correction, no reason, no override. */
export const BARE_DECISION = {
  ...{ comment: null, correctedOutput: null, correctedAction: null, reasonIds: [] },
  ...{ override: false, confirmFlagged: false },
} as const;

/** Who decides, when, and whether in bulk. */
export interface Deciding extends Actor {
  readonly at: Date;
  readonly isBulk?: boolean;
}

/** An output and its current decision. */
interface DecisionCase {
  readonly output: Output;
  readonly present: Conclusion | null;
}

export interface DecidedChange extends Change {
  readonly after: DecidedOutput;
}

/** The parts of the output that a decision corrects. */
export function correctedParts({ correctedOutput, correctedAction }: Conclusion): CorrectedPart[] {
  return [
    ...(correctedOutput === null ? [] : ['output' as const]),
    ...(correctedAction === null ? [] : ['action' as const]),
  ];
}

/** Validates a decision on its own. */
export function checkConclusion(conclusion: Conclusion): void {
  const { decision, comment } = conclusion;
  const corrected = correctedParts(conclusion);
  if (decision === 'changed' && (comment === null) === (corrected.length === 0)) {
    throw new AppError(
      'VALIDATION_FAILED',
      'The decision "changed" requires either a comment or a correction.',
      {
        fields: { comment: 'Send either comment, or correctedOutput, correctedAction or both.' },
      },
    );
  }
  if (decision !== 'changed' && corrected.length > 0) {
    throw new AppError('VALIDATION_FAILED', 'Only the decision "changed" can have a correction.', {
      fields: faultsOf(corrected, 'Allowed only with the decision "changed".'),
    });
  }
}

const FIELDS = { output: 'correctedOutput', action: 'correctedAction' } as const;

/** A message for the field of each corrected part. */
export function faultsOf(corrected: readonly CorrectedPart[], why: string): FieldMessages {
  return Object.fromEntries(corrected.map((part) => [FIELDS[part], why]));
}

/**
 * The corrected output as rules read it.
 *
 * @throws AppError VALIDATION_FAILED if the output has no action to correct.
 */
export function correctContent(
  content: JudgedContentData,
  { correctedOutput, correctedAction }: Conclusion,
): JudgedContentData {
  const { action } = content;
  if (correctedAction && !action) {
    throw new AppError('VALIDATION_FAILED', 'The output has no action to correct.', {
      fields: { correctedAction: 'The output has no action.' },
    });
  }
  return {
    ...content,
    output: correctedOutput ?? content.output,
    action: action && correctedAction ? { ...action, ...correctedAction } : action,
  };
}

/** The result of checking a correction against the rules. */
export interface CorrectionCheck {
  /** The rules that failed or erred, null if they could not be asked. */
  readonly notPassed: readonly AppliedRuleAnswer[] | null;
  /** Whether a person decided anyway. */
  readonly isConfirmed: boolean;
}

/** The timeline text of a decision. */
export function describeDecision(decision: Decision, check: CorrectionCheck | null): string {
  if (!check) return decision;
  const { notPassed, isConfirmed } = check;
  if (!notPassed) return `${decision}. The rules could not check the correction.`;
  if (notPassed.length === 0) return decision;
  const listed = listNames(notPassed.map(({ ruleName }) => ruleName));
  return isConfirmed
    ? `${decision}. Confirmed although these rules did not pass: ${listed}.`
    : `${decision}. These rules did not pass: ${listed}.`;
}

// A further correction shows the rest.
const NAMES_MAX = 10;

export function listNames(ruleNames: readonly string[]): string {
  const names = ruleNames.slice(0, NAMES_MAX).map((name) => `“${name}”`);
  const more = ruleNames.length - names.length;
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/**
 * Decides an evaluated output. Null if it already has this decision.
 *
 * @throws AppError STILL_EVALUATING, ALREADY_DECIDED if the decision differs and `override` is not set, or CONFLICT if
 *   the submission is unreadable, so that there is nothing to approve.
 */
export function decide(
  { output, present }: DecisionCase,
  request: DecisionRequest,
  by: Deciding,
): DecidedOutput | null {
  refuseUnevaluated(output);
  if (present && isSame(present, request)) return null;
  if (present && !request.override) {
    throw new AppError(
      'ALREADY_DECIDED',
      'The output is already decided. Send override to change the decision.',
    );
  }
  return conclude(output, request, by);
}

/**
 * Takes an output out of the queue, also before it is evaluated: the decision stands when the result arrives. Null if
 * it already has this decision.
 *
 * @throws AppError ALREADY_DECIDED if the decision differs.
 */
export function withdraw(
  { output, present }: DecisionCase,
  request: DecisionRequest,
  by: Deciding,
): DecidedOutput | null {
  if (!present) return conclude(output, request, by);
  if (isSame(present, request)) return null;
  // A withdrawal can never override a decision, so the error suggests nothing.
  throw new AppError('ALREADY_DECIDED', 'The output is already decided.');
}

/**
 * Gives an output this decision, whatever it has.
 *
 * @throws AppError CONFLICT if there is nothing to approve because the submission is unreadable.
 */
export function conclude(
  output: Output,
  request: Pick<DecisionRequest, 'decision'>,
  by: Deciding,
): DecidedOutput {
  // The number of required approvals is unknown, too.
  if (request.decision === 'approved') {
    refuseSetAside(output, 'there is nothing to approve until it is replayed. You can reject it.');
  }
  return {
    ...output,
    decision: { decision: request.decision, by: by.name, source: by.source, at: by.at },
    labelSource: labelSourceOf(output, { decision: request.decision, ...by }),
    sequence: output.sequence + 1,
  };
}

/**
 * Whether the decision on a sample only confirms what its submitter already knows, that it passed. Then destinations
 * are not notified, and only messages of an earlier run are updated. The decision is sent if someone flagged the
 * output, or if it replaces a different decision.
 */
export function isConfirmation(
  { status, isSampled, decision: former }: Output,
  { decision }: CurrentDecision,
): boolean {
  const isUndoing = former !== null && former.decision !== 'approved';
  return isSampled && status === 'pass' && decision === 'approved' && !isUndoing;
}

function isSame(one: Conclusion, other: Conclusion): boolean {
  return (
    one.decision === other.decision &&
    one.comment === other.comment &&
    one.correctedOutput === other.correctedOutput &&
    canonicalJson(one.correctedAction) === canonicalJson(other.correctedAction) &&
    canonicalJson(one.reasonIds.toSorted()) === canonicalJson(other.reasonIds.toSorted())
  );
}

/**
 * Sends an evaluated output back into the queue. Clears its decision and restarts its deadline.
 *
 * @throws AppError STILL_EVALUATING while the evaluation is in progress.
 */
export function flag(output: Output, flaggedBy: string, at: Date): Output {
  refuseUnevaluated(output);
  return { ...reopen(output, at), status: 'flagged', isFlagged: true, flaggedBy };
}

/** Reopens a decided output and restarts its deadline. */
export function reopen(output: Output, at: Date): Output {
  return {
    ...output,
    decision: null,
    labelSource: null,
    deadline: restartDeadline(output, at),
    sequence: output.sequence + 1,
  };
}

// It is part of every list and every event.
const EXPLANATION_CHARS_MAX = 16_384;

/**
 * Puts a reason before the explanation of the rules. Without a reason, keeps the explanation. An output may be flagged
 * any number of times, so the oldest text is cut off.
 */
export function explanationAfterFlag(reason: string | null, former: string | null): string | null {
  if (reason === null) return former;
  const whole = former === null || former === '' ? reason : `${reason} ${former}`;
  if (whole.length <= EXPLANATION_CHARS_MAX) return whole;
  return `${whole.slice(0, wholeCharacter(whole, EXPLANATION_CHARS_MAX - 1))}…`;
}

/** The deadline of an output that is flagged or evaluated again: a duration restarts, a fixed time stays. */
export function restartDeadline(output: Output, at: Date): Deadline | null {
  const { deadline } = output;
  if (!deadline) return null;
  const { withinMs, dueAt } = deadline;
  if (withinMs !== null) {
    return {
      ...deadline,
      dueAt: new Date(at.getTime() + withinMs),
      actedAt: null,
      escalatedAt: null,
    };
  }
  // No decision was pending when it passed, so it must not act now: reviewers get their time.
  const hasPassed = dueAt <= at && !isWaiting(output);
  return hasPassed ? { ...deadline, actedAt: deadline.actedAt ?? at } : deadline;
}

/** Whether an output waits for a decision. */
function isWaiting({ status, decision }: Output): boolean {
  return decision === null && (status === 'flagged' || status === 'error');
}

/** What the instructions should learn from a decided output. */
export interface Lesson {
  readonly comment: string;
  /** The decision that the caller expects, null if omitted. */
  readonly decision: Decision | null;
}

/**
 * Announces a lesson. Changes nothing of the output but the number of its last event.
 *
 * @throws AppError STILL_EVALUATING, NOT_DECIDED, or ALREADY_DECIDED if the decision differs.
 */
export function teach(output: Output, { decision }: Lesson): DecidedOutput {
  refuseUnevaluated(output);
  const present = output.decision;
  if (!present) {
    throw new AppError('NOT_DECIDED', 'Only an output that has been decided can be used to teach.');
  }
  if (decision !== null && decision !== present.decision) {
    throw new AppError(
      'ALREADY_DECIDED',
      'The output has a different decision. Leave the decision out to teach.',
    );
  }
  return { ...output, decision: present, sequence: output.sequence + 1 };
}
