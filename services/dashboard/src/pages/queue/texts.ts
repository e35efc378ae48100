import { formatCount, formatNumber } from '../../formats.ts';

const WHY_DECIDED =
  'Each output is decided in its current state. Outputs that someone else has decided stay as they are.';
const countDone = (n: number, done: string) =>
  `${formatCount(n, 'output')} ${n === 1 ? 'was' : 'were'} ${done}`;
const countDecided = (n: number) => countDone(n, 'decided.');

export const texts = {
  tab: (queue: string, waiting: number) =>
    waiting > 0 ? `${queue} (${formatNumber(waiting)})` : queue,
  list: 'Outputs waiting for a decision',
  listOfSamples: 'Samples of passed outputs',
  detail: 'Selected output',
  noWords: 'No text',
  heldForPerson: 'Held for a person to decide',
  lanes: { title: 'Lanes', mine: 'Mine', waiting: 'Waiting', samples: 'Samples' },
  samplesWhy: 'Passed outputs to spot-check. Nothing waits for them, and you can skip any.',
  sampled: 'Passed, chosen as a sample',
  noneMine: 'Nothing is assigned to you',
  noneMineWhy: 'Outputs that are assigned to you or one of your groups appear here.',
  noSamples: 'No samples to review',
  noSamplesWhy: 'Set a sample rate on the Projects page to spot-check passed outputs.',
  others: (n: number) =>
    n === 1 ? '1 other is reviewing' : `${formatNumber(n)} others are reviewing`,
  growing: (cameIn: string, decided: string) =>
    `The queue is growing: ${cameIn} came in and ${decided} were decided since`,
  oldest: 'The oldest came in',
  claimedBy: 'Being reviewed by',
  select: (name: string, id: string) => `Select ${name}, ${id}`,
  search: 'Search the queue',
  project: 'Project',
  allProjects: 'All projects',
  dueSoon: 'Due soon',
  order: 'Order',
  orders: { age: 'Oldest', deadline: 'Deadline' },
  due: 'Due',
  open: 'Open full page',
  back: 'Back to the list',
  empty: 'No outputs waiting for a decision',
  emptyWhy: 'Outputs appear here when a rule, a person or their sender holds them.',
  noneFound: 'No outputs found',
  noneFoundWhy: 'No outputs here match these filters. Change or clear them.',
  redo: 'Asked for a redo',
  decided: {
    approved: 'Approved',
    rejected: 'Rejected',
    changed: 'Corrected',
    handled: 'Marked as handled',
  },
  bulk: {
    group: 'Selected outputs',
    selected: (n: number) => `${formatNumber(n)} selected`,
    all: (n: number) => `Select all ${formatNumber(n)}`,
    first: (n: number) => `Select the first ${formatNumber(n)}`,
    clear: 'Clear selection',
    assign: 'Assign',
    why: {
      approve: WHY_DECIDED,
      reject: WHY_DECIDED,
      assign: 'Outputs that someone has decided stay as they are.',
    },
    title: {
      approve: (n: number) => `Approve ${formatCount(n, 'output')}?`,
      reject: (n: number) => `Reject ${formatCount(n, 'output')}?`,
      assign: (n: number) => `Assign ${formatCount(n, 'output')}`,
    },
    confirm: {
      approve: (n: number) => `Approve ${formatNumber(n)}`,
      reject: (n: number) => `Reject ${formatNumber(n)}`,
      assign: (n: number) => `Assign ${formatNumber(n)}`,
    },
    notYours: 'Assigned to someone else',
    notRead: 'Couldn’t be read, so there’s nothing to approve',
    more: (n: number) => `and ${formatNumber(n)} more`,
    done: 'Done',
    changed: {
      approve: countDecided,
      reject: countDecided,
      assign: (n: number) => countDone(n, 'assigned.'),
    },
    skipped: (n: number) => countDone(n, 'skipped:'),
    rest: (n: number) => `No response for ${formatCount(n, 'output')}, which may be unchanged:`,
    codes: {
      NOT_FOUND: 'Deleted',
      STILL_EVALUATING: 'Still being evaluated',
      ALREADY_DECIDED: 'Already decided, or approved by you',
      CLAIMED: 'Claimed by someone else',
      FORBIDDEN: 'Submitted by you, so others have to approve it',
      CONFLICT: 'Passed, so it needs no decision',
    },
  },
  firstSteps: {
    title: 'Send your first output',
    text: 'Nothing has been sent to this workspace yet. Try it from a terminal. Outputs that need a decision appear here.',
    token: 'Get a token',
    tokenText: 'Automations use it to authenticate.',
    makeToken: 'Create token',
    hasToken: 'This workspace already has a token. If you don’t have it, create another one.',
    toTokens: 'Go to tokens',
    askAdmin: 'Ask an admin of the workspace for one.',
    copyToken: 'Copy token',
    send: 'Send an output that asks for approval, and wait for the decision',
    sendText:
      'An automation does the same over HTTP before it uses what the AI wrote. The second command returns as soon as you’ve decided.',
    copyCommands: 'Copy commands',
    aboutWaiting: 'How automations wait for a decision',
    decide: 'Decide here',
    decideText:
      'The output appears here on its own, with the reason why it’s held. Your decision appears in the terminal.',
    project: 'First steps',
    input: 'Where is my refund?',
    output: 'Dear Ada, your refund is on its way.',
  },
} as const;
