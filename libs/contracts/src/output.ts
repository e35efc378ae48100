// Source: the interface's table of submit fields.
const OUTPUT_ID = /^[A-Za-z0-9][\w.:-]{0,127}$/;

/** Whether an output can have this ID. An impossible ID needs no wait, and must not go into a header. */
export function mayBeOutputId(id: string): boolean {
  return OUTPUT_ID.test(id);
}

/** The status of an output. Only review sets it. */
export const OUTPUT_STATUSES = ['pending', 'pass', 'flagged', 'error'] as const;
export type OutputStatus = (typeof OUTPUT_STATUSES)[number];

/** The result of the rules; null while pending and on error. */
export const VERDICTS = ['pass', 'fail'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** The outcome of an evaluation: a verdict, or `error` if there is none (fail closed). */
export const EVALUATION_OUTCOMES = ['pass', 'fail', 'error'] as const;
export type EvaluationOutcome = (typeof EVALUATION_OUTCOMES)[number];

/** The decision of a person. */
export const DECISIONS = ['approved', 'rejected', 'changed', 'handled'] as const;
export type Decision = (typeof DECISIONS)[number];

export const DECISION_SOURCES = ['dashboard', 'api', 'deadline', 'slack'] as const;
export type DecisionSource = (typeof DECISION_SOURCES)[number];

/** The label that a decision gives an output: approved, rejected or changed, or none of these. */
export const LABELS = ['good', 'bad', 'none'] as const;
export type Label = (typeof LABELS)[number];

/** How a label was given: one by one, to many outputs at once, or by an import. */
export const LABEL_SOURCES = ['reviewed', 'bulk', 'imported'] as const;
export type LabelSource = (typeof LABEL_SOURCES)[number];

/** The events that an output's callbackUrl receives. */
export const CALLBACK_EVENTS = [
  'all',
  'flagged_error',
  'flagged_error_decisions',
  'decisions',
  'pass',
] as const;
export type CallbackEvents = (typeof CALLBACK_EVENTS)[number];

/** What happens at the deadline `respondBy` without a decision. */
export const DEADLINE_ACTIONS = ['escalate', 'reject', 'approve'] as const;
export type DeadlineAction = (typeof DEADLINE_ACTIONS)[number];

/** The events of outputs that are delivered to others. Source: resolved interface, §10. */
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

/** Results of the rules, or a flag. A decision supersedes them. */
export const STATUS_EVENTS = ['flagged', 'pass', 'error'] as const satisfies OutputEvent[];

const EVENTS_OF_CALLBACKS: Readonly<Record<CallbackEvents, readonly OutputEvent[]>> = {
  all: OUTPUT_EVENTS,
  flagged_error: ['flagged', 'error'],
  flagged_error_decisions: ['flagged', 'error', ...DECISIONS],
  decisions: DECISIONS,
  pass: ['pass'],
};

/** The events delivered to the callback URL of an output. */
export function eventsOfCallback(callbackEvents: CallbackEvents): readonly OutputEvent[] {
  return EVENTS_OF_CALLBACKS[callbackEvents];
}
