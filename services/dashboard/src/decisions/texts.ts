import { formatCount } from '../formats.ts';

/** Texts for deciding outputs. */
export const texts = {
  waiting: (n: number) =>
    `${n === 1 ? '1 decision is' : `${n} decisions are`} waiting to be sent because the service isn’t accepting more right now. You don’t need to decide again.`,
  notKept:
    'Your browser’s storage is full, so waiting decisions are kept only on this page. Leave it open until they’re sent.',
  group: 'Decision',
  approve: 'Approve',
  reject: 'Reject',
  handle: 'Mark as handled',
  comment: 'Comment (optional)',
  by: (who: string) => `by ${who}`,
  approvedBy: (who: readonly string[]) => `: ${who.join(', ')}`,
  mayNotApprove: {
    approved: 'You’ve approved it. Others have to approve it too.',
    submitter: 'You submitted it, so others have to approve it.',
    group: (names: readonly string[]) => `Needs an approval from ${names.join(', ')}.`,
  },
  edit: {
    button: 'Correct',
    title: {
      output: 'Correct the output',
      action: 'Correct the action',
      both: 'Correct the action and the output',
    },
    why: {
      output: 'Your text is used instead of the output.',
      action:
        'Your parameters are used instead of the proposed ones. The name and summary don’t change.',
      both: 'Your corrections are used instead. The name and summary of the action don’t change.',
    },
    label: 'Corrected output',
    next: 'Review correction',
    review: 'Your correction',
    reviewWhy: 'The rules check it. If it passes, it’s sent.',
    back: 'Back',
    send: 'Use correction',
    checking: 'Checking your correction…',
    notPassed: (n: number) => `Your correction didn’t pass ${formatCount(n, 'rule')}`,
    notPassedWhy:
      'Nothing was sent. Go back and revise it, or send it anyway, which the timeline records.',
    sendAnyway: 'Send anyway',
    empty: 'A corrected output can’t be empty.',
    tooLarge: 'The text is larger than the limit of 1 MiB. Shorten it.',
    refused: (why: string) => `The correction can’t be used. ${why}`,
    commentStays: 'A correction is sent without a comment. Your comment stays in its field.',
  },
  params: {
    legend: (action: string) => `Parameters of ${action}`,
    asJson: 'Parameters as JSON',
    editJson: 'Edit as JSON',
    editForm: 'Edit as form',
    item: (name: string, n: number) => `${name} ${n}`,
    removeItem: (name: string, n: number) => `Remove ${name} ${n}`,
    addItem: (name: string) => `Add to ${name}`,
    faults: {
      notANumber: 'This isn’t a number. Enter one such as 12.5.',
      notJson: 'This isn’t valid JSON.',
      notAnObject: 'This isn’t a JSON object. Enter one such as {"amount": 5}.',
      digits:
        'A number has more digits than can be kept. To keep them all, put the number in quotes.',
      name: 'An object has the same name twice. Only one of the two can be kept.',
    },
    refused: (why: string) => `The parameters can’t be used. ${why}`,
  },
  teach: {
    box: 'Teach: queue the comment as a note for the instructions',
    button: 'Teach',
    title: 'Teach from this output',
    why: 'The decision doesn’t change. Your text is queued as a note for the instructions of this task.',
    label: 'Note',
    send: 'Queue note',
    undecided:
      'Your comment wasn’t queued: the output isn’t decided yet. Once it is, you can teach from it.',
    failed: (why: string) => `Your decision was sent, but the comment wasn’t queued: ${why}`,
    queued: 'Comment queued as a note for the instructions',
    notQueued: {
      no_task: 'The comment wasn’t queued: this output has no task, so it has no instructions.',
      no_instructions: 'The comment wasn’t queued: this task has no instructions yet.',
      queue_full:
        'The comment wasn’t queued: the instructions of this task already have the maximum number of queued notes. Once some are used or withdrawn, you can teach from this output again.',
      not_yet:
        'The instructions can’t be reached right now. Your comment is kept and queued later if this task has instructions.',
    },
  },
  override: {
    title: (from: string, to: string) =>
      from === to
        ? `Repeat the decision “${to.toLowerCase()}”?`
        : `Change from ${from.toLowerCase()} to ${to.toLowerCase()}?`,
    why: 'Someone may have acted on the first decision. Every destination that received it also receives this one. The first decision stays in the list of decisions.',
    confirm: 'Change decision',
  },
  redo: {
    button: 'Redo',
    title: 'Ask for a redo',
    why: 'Tell the AI what to do differently.',
    label: 'What should be different?',
    send: 'Ask for a redo',
  },
  reasons: {
    title: 'Why are you rejecting it?',
    why: 'Press the number of a reason, or choose one.',
    without: 'Reject without a reason',
    whyMany: 'Why are you rejecting them?',
  },
  claimed: {
    by: (who: string) => `${who} is reviewing this output.`,
    takeOver: 'Take over',
    notDecided: (who: string) =>
      `${who} is reviewing that output now, so your decision wasn’t sent.`,
  },
  sendHint: 'Press Ctrl+Enter to send.',
  undo: 'Undo',
  held: {
    soon: 'Will be sent in a few seconds.',
    waiting: 'Waiting to be sent.',
    sending: 'Sending…',
  },
  somebody: 'someone',
  decidedFirst: (by: string, what: string) => `Already decided by ${by}: ${what}.`,
  changedElsewhere: (by: string, what: string) => `${by} changed the decision: ${what}.`,
  mayHaveArrived:
    'Your approval may have arrived when you left the page, and been revoked since. Check the output again.',
  notDecided: (id: string, why: string) => `Couldn’t decide ${id}: ${why}`,
} as const;
