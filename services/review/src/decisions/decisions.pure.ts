import type {
  AppliedRuleAnswer,
  CorrectedActionData,
  CorrectedPart,
  Decision,
  JudgedContentData,
} from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { canonicalJson, wholeCharacter } from '@output-review/runtime/text';

import {
  type Actor,
  type CurrentDecision,
  type Deadline,
  isSetAside,
  type Output,
  refuseUnevaluated,
} from '../outputs/output.pure.ts';
import { labelSourceOf } from '../outputs/outcomes.pure.ts';

/** What a person concluded, with the words that came with it. */
export interface Conclusion {
  readonly decision: Decision;
  readonly comment: string | null;
  readonly correctedOutput: string | null;
  readonly correctedAction: CorrectedActionData | null;
  /** Why, by the reasons of the workspace. */
  readonly reasonIds: readonly string[];
}

export interface DecisionRequest extends Conclusion {
  readonly override: boolean;
  /** Whether a correction is wanted although rules do not pass it. */
  readonly confirmFlagged: boolean;
}

/** A decision without words: nothing is corrected, no reason is given, and nothing is overridden. */
export const NOTHING_SAID = {
  ...{ comment: null, correctedOutput: null, correctedAction: null, reasonIds: [] },
  ...{ override: false, confirmFlagged: false },
} as const;

/** Who decides, when, and whether many outputs at once. */
export interface Deciding extends Actor {
  readonly at: Date;
  readonly isBulk?: boolean;
}

/** The present conclusion of an output, and what is asked of it. */
export interface DecisionCase {
  readonly output: Output;
  readonly present: Conclusion | null;
}

/** The parts of the output that a conclusion corrects. */
export function correctedParts({ correctedOutput, correctedAction }: Conclusion): CorrectedPart[] {
  return [
    ...(correctedOutput === null ? [] : ['output' as const]),
    ...(correctedAction === null ? [] : ['action' as const]),
  ];
}

/** Says what is wrong with a conclusion by itself. */
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
      fields: Object.fromEntries(
        corrected.map((part) => [FIELDS[part], 'Allowed only with the decision "changed".']),
      ),
    });
  }
}

const FIELDS = { output: 'correctedOutput', action: 'correctedAction' } as const;

/**
 * What rules read of an output as it is corrected.
 *
 * @throws AppError VALIDATION_FAILED where an action is corrected that there is not.
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

/** What the rules said of a correction. */
export interface CorrectionCheck {
  /** Those that failed or erred; null where the rules could not be asked. */
  readonly notPassed: readonly AppliedRuleAnswer[] | null;
  /** Whether a person decided nonetheless. */
  readonly isConfirmed: boolean;
}

/** What the timeline says of a decision. */
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

// Who wants to know them all corrects once more.
const NAMES_MAX = 10;

export function listNames(ruleNames: readonly string[]): string {
  const names = ruleNames.slice(0, NAMES_MAX).map((name) => `“${name}”`);
  const more = ruleNames.length - names.length;
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/**
 * Decides an evaluated output. Null where it stands decided like that already.
 *
 * @throws AppError STILL_EVALUATING, ALREADY_DECIDED where the decision is another and `override` is not set, or
 *   CONFLICT where nobody can see what is approved.
 */
export function decide(
  { output, present }: DecisionCase,
  request: DecisionRequest,
  by: Deciding,
): Output | null {
  refuseUnevaluated(output);
  return conclude({ output, present }, request, by);
}

/**
 * Takes an output out of the queue, also before it is evaluated: the decision then stands when its result comes.
 * Null where it stands decided like that already.
 *
 * @throws AppError ALREADY_DECIDED where the decision is another.
 */
export function withdraw(
  decided: DecisionCase,
  request: DecisionRequest,
  by: Deciding,
): Output | null {
  const { present } = decided;
  // Nobody may override a decision by withdrawing, so there is nothing to advise.
  if (present && !isSame(present, request)) {
    throw new AppError('ALREADY_DECIDED', 'The output is already decided.');
  }
  return conclude(decided, request, by);
}

function conclude(
  { output, present }: DecisionCase,
  request: DecisionRequest,
  by: Deciding,
): Output | null {
  if (present && isSame(present, request)) return null;
  if (present && !request.override) {
    throw new AppError(
      'ALREADY_DECIDED',
      'The output is already decided. Send override to change the decision.',
    );
  }
  // How many approvals it needs is not known either.
  if (request.decision === 'approved' && isSetAside(output)) {
    throw new AppError(
      'CONFLICT',
      'The submission could not be read, so there is nothing to approve until it is replayed. You can reject it.',
    );
  }
  return {
    ...output,
    decision: { decision: request.decision, by: by.name, source: by.source, at: by.at },
    labelSource: labelSourceOf(output, { decision: request.decision, ...by }),
    sequence: output.sequence + 1,
  };
}

/**
 * Whether a decision says of a sample only what its submitter knows already, that it may go on: then nobody is
 * told, and only messages of an earlier run are rewritten. Where anybody flagged it, or was told otherwise, he is.
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
 * Sends an evaluated output back into the queue; a decision is cleared, and a deadline begins again.
 *
 * @throws AppError STILL_EVALUATING while the rules have not settled.
 */
export function flag(output: Output, flaggedBy: string, at: Date): Output {
  refuseUnevaluated(output);
  return { ...reopen(output, at), status: 'flagged', isFlagged: true, flaggedBy };
}

/** Has a decided output wait for a decision again; a deadline begins again. */
export function reopen(output: Output, at: Date): Output {
  return {
    ...output,
    decision: null,
    labelSource: null,
    deadline: restartDeadline(output, at),
    sequence: output.sequence + 1,
  };
}

// Every list and every event tells it.
const EXPLANATION_CHARS_MAX = 16_384;

/**
 * A reason goes before what the rules said; without one that stays as it is. It may be flagged without end, so
 * the oldest words are cut off.
 */
export function explanationAfterFlag(reason: string | null, former: string | null): string | null {
  if (reason === null) return former;
  const whole = former === null || former === '' ? reason : `${reason} ${former}`;
  if (whole.length <= EXPLANATION_CHARS_MAX) return whole;
  return `${whole.slice(0, wholeCharacter(whole, EXPLANATION_CHARS_MAX - 1))}…`;
}

/** The deadline of an output that is flagged or evaluated again: a duration begins again, an instant stays. */
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
  // Nobody was waited for when it passed: whoever decides afterwards is given time.
  const hasPassed = dueAt <= at && !isWaiting(output);
  return hasPassed ? { ...deadline, actedAt: deadline.actedAt ?? at } : deadline;
}

/** Whether an output waits for a decision. */
function isWaiting({ status, decision }: Output): boolean {
  return decision === null && (status === 'flagged' || status === 'error');
}

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
