// Source: the interface's table of submit fields.
const OUTPUT_ID = /^[A-Za-z0-9][\w.:-]{0,127}$/;

/** Whether an output can have this id. Nobody need wait for one that none can have, nor name it in a header. */
export function mayBeOutputId(id: string): boolean {
  return OUTPUT_ID.test(id);
}

/** Where an output stands. Only review decides it. */
export const OUTPUT_STATUSES = ['pending', 'pass', 'flagged', 'error'] as const;
export type OutputStatus = (typeof OUTPUT_STATUSES)[number];

/** What the rules concluded; null while pending and on error. */
export const VERDICTS = ['pass', 'fail'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** How an evaluation ended: a verdict, or `error` where it could not be had (fail closed). */
export const EVALUATION_OUTCOMES = ['pass', 'fail', 'error'] as const;
export type EvaluationOutcome = (typeof EVALUATION_OUTCOMES)[number];

/** What a person concluded. */
export const DECISIONS = ['approved', 'rejected', 'changed', 'handled'] as const;
export type Decision = (typeof DECISIONS)[number];

export const DECISION_SOURCES = ['dashboard', 'api', 'deadline', 'slack'] as const;
export type DecisionSource = (typeof DECISION_SOURCES)[number];

/** What a person said of an output: approved, rejected or changed, or nothing that counts. */
export const LABELS = ['good', 'bad', 'none'] as const;
export type Label = (typeof LABELS)[number];

/** How a label was given: one by one, to many outputs at once, or by whoever imported the output. */
export const LABEL_SOURCES = ['reviewed', 'bulk', 'imported'] as const;
export type LabelSource = (typeof LABEL_SOURCES)[number];

/** Which events an output's callbackUrl wants to hear. */
export const CALLBACK_EVENTS = [
  'all',
  'flagged_error',
  'flagged_error_decisions',
  'decisions',
  'pass',
] as const;
export type CallbackEvents = (typeof CALLBACK_EVENTS)[number];

/** What happens when nobody decided by `respondBy`. */
export const DEADLINE_ACTIONS = ['escalate', 'reject', 'approve'] as const;
export type DeadlineAction = (typeof DEADLINE_ACTIONS)[number];

/** What happens to outputs that others are told of. Source: resolved interface, §10. */
export const OUTPUT_EVENTS = [
  'flagged',
  'pass',
  'error',
  ...DECISIONS,
  'taught',
  'escalated',
  'deleted',
] as const;
export type OutputEvent = (typeof OUTPUT_EVENTS)[number];

/** What the rules concluded, or a flag: a decision makes it old news. */
export const STATUS_EVENTS = ['flagged', 'pass', 'error'] as const satisfies OutputEvent[];

const EVENTS_OF_CALLBACKS: Readonly<Record<CallbackEvents, readonly OutputEvent[]>> = {
  all: OUTPUT_EVENTS,
  flagged_error: ['flagged', 'error'],
  flagged_error_decisions: ['flagged', 'error', ...DECISIONS],
  decisions: DECISIONS,
  pass: ['pass'],
};

/** The events that the callback URL of an output is told of. */
export function eventsOfCallback(callbackEvents: CallbackEvents): readonly OutputEvent[] {
  return EVENTS_OF_CALLBACKS[callbackEvents];
}
