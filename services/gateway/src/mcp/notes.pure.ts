import type { AnswerOf, getOutputStatus, OutputStatus } from '@output-review/contracts';

type Status = AnswerOf<typeof getOutputStatus, 200>;

/** Advice for a model, in addition to the status of an output: a program reads the fields, a model may misread them. */
export interface Advice {
  readonly mayProceed: boolean;
  readonly note: string;
}

/** What was submitted, to which a correction applies. */
interface Submitted {
  /** Whether it is an action without text. */
  readonly isActionAlone: boolean;
}

/** Whether the caller may proceed. Only a pass, an approval or a correction allows it. */
export function adviceOn(told: Status, submitted: Submitted): Advice {
  if (!told.settled) return { mayProceed: false, note: UNDECIDED };
  switch (told.humanDecision) {
    case null:
      return {
        mayProceed: true,
        note: 'It passed the rules, and nobody has to approve it. Proceed.',
      };
    case 'approved':
      return { mayProceed: true, note: 'Approved. Proceed exactly as submitted.' };
    case 'changed':
      return adviceOnChange(told, submitted);
    case 'rejected':
      return {
        mayProceed: false,
        note: 'Rejected. Do not proceed, and do not ask again for the same. comment may say why.',
      };
    case 'handled':
      return {
        mayProceed: false,
        note: 'Somebody has taken care of it. Do nothing; proceeding would do it twice.',
      };
  }
}

const UNDECIDED =
  'Nobody has decided yet. This is not an approval: do not proceed. Call await_decision again to ' +
  'wait on, or tell the user that it waits for a decision.';

function adviceOnChange(
  { correctedOutput, correctedAction }: Status,
  { isActionAlone }: Submitted,
): Advice {
  // A text that corrects an action says what to do instead. It does not approve the action.
  if (correctedAction === null && (correctedOutput === null || isActionAlone)) {
    return {
      mayProceed: false,
      note:
        'Not accepted as submitted, and no correction can take its place: do not proceed. Do what comment ' +
        'or correctedOutput says, and submit the result with revisionOf.',
    };
  }
  return {
    mayProceed: true,
    note:
      'Changed by a person. Proceed with correctedOutput or the params of correctedAction, whichever ' +
      'is set, in place of what was submitted.',
  };
}

/** The answer to a submission. */
interface Answered {
  readonly status: OutputStatus;
  /** Whether it repeated an earlier submission and got its answer. */
  readonly isRepeat: boolean;
}

/** What to do after an output was accepted. */
export function noteOnSubmitted({ status, isRepeat }: Answered): string {
  // A person may since have rejected an output that had passed.
  if (isRepeat) return REPEATED;
  switch (status) {
    case 'pending':
      return 'Accepted, not decided. Do not use it yet: call await_decision with this id.';
    case 'pass':
      return 'It passed the rules. Use it.';
    case 'flagged':
      return 'Held for a person. Do not use it yet: call await_decision with this id.';
    case 'error':
      return 'It could not be evaluated and is held for a person. Do not use it yet: call await_decision with this id.';
  }
}

const REPEATED =
  'It was submitted before, and this is the answer of that time. Do not use it yet: call await_decision ' +
  'with this id, which says what holds now.';

/** What to do after an action was submitted for approval. */
export const APPROVAL_NOTE =
  'Waiting for a person. This is not an approval: do not act yet. Call await_decision with this id.';
