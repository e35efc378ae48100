import { type CallbackEvents, DECISIONS } from './output.ts';

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
