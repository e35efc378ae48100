import type { EventBody } from './body.pure.ts';

/** What people are told of one event, before it is written for their channel. None of it is escaped. */
export interface ChannelMessage {
  /** One line. */
  readonly title: string;
  readonly facts: readonly Fact[];
  /** Why it was flagged, or what went wrong; null where nothing was said. */
  readonly why: string | null;
  /** Where the output is to be seen; null for a test. */
  readonly link: string | null;
}

export interface Fact {
  readonly label: string;
  readonly text: string;
}

// Who wants to read more follows the link; Slack takes 3,000 UTF-16 units in one part of a message.
const TEXT_LENGTH_MAX = 1_400;
const TITLE_LENGTH_MAX = 140;

const TITLES: Readonly<Partial<Record<EventBody['event'], string>>> = {
  flagged: 'An output is waiting for a decision',
  error: 'An output could not be evaluated',
  escalated: 'An output is still waiting for a decision',
  test: 'Test notification',
};

/**
 * Says what happened, why, and where it is to be seen.
 *
 * @param publicUrl what links begin with, without a slash at its end.
 */
export function composeMessage(body: EventBody, publicUrl: string): ChannelMessage {
  const what = TITLES[body.event] ?? `An output was ${body.event}`;
  const project = oneLine(body.projectName ?? '');
  const verdict = body.verdict === null ? '' : ` (verdict ${body.verdict})`;
  return {
    title: cut(`${project === '' ? '' : `${project}: `}${what}${verdict}`, TITLE_LENGTH_MAX),
    facts: factsOf(body),
    why: shortened(body.flagReason ?? body.explanation),
    link: body.id === null ? null : `${publicUrl}/outputs/${encodeURIComponent(body.id)}`,
  };
}

function factsOf({ taskName, action, aiOutput, model, approvals }: EventBody): Fact[] {
  const facts = [
    { label: 'Task', text: taskName },
    { label: 'Action', text: summaryOf(action) },
    { label: 'Parameters', text: paramsOf(action) },
    { label: 'Approvals needed', text: neededOf(approvals) },
    { label: 'Model', text: model },
    { label: 'Output', text: aiOutput },
  ];
  return facts.flatMap(({ label, text }) => {
    const short = shortened(text);
    return short === null ? [] : [{ label, text: short }];
  });
}

/** Whether a message shows all that is approved: not what it cuts, nor files, nor what could not be read. */
export function showsAll({ action, aiOutput, attachments }: EventBody): boolean {
  if (attachments.length > 0 || (action === null && aiOutput === null)) return false;
  return [summaryOf(action), paramsOf(action), aiOutput].every(
    (text) => text === null || cut(readable(text), TEXT_LENGTH_MAX) === readable(text),
  );
}

const summaryOf = (action: EventBody['action']) => action && `${action.name}: ${action.summary}`;

const paramsOf = (action: EventBody['action']) =>
  action && Object.keys(action.params).length > 0 ? JSON.stringify(action.params) : null;

/** How many have to approve, and of which groups somebody; not how many have, since messages stay as they are. */
function neededOf(approvals: EventBody['approvals']): string | null {
  if (!approvals) return null;
  const names = (approvals.groups ?? []).map(({ name }) => oneLine(name));
  const among = names.length > 0 ? `, with somebody of ${names.join(', ')}` : '';
  return `${approvals.needed}${among}`;
}

function shortened(text: string | null): string | null {
  const trimmed = readable(text ?? '');
  return trimmed === '' ? null : cut(trimmed, TEXT_LENGTH_MAX);
}

const readable = (text: string): string => nameOrdering(text).trim();

/** Cuts between code points. */
export function cut(text: string, lengthMax: number): string {
  const points = Array.from(text.slice(0, 2 * lengthMax + 2));
  return points.length > lengthMax ? `${points.slice(0, lengthMax - 1).join('')}…` : text;
}

// Signs that order what stands after them anew: a text with them may read otherwise than it is.
const ORDERING = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/gu;

/** The text with the names of such signs in their places, as the dashboard has them: `[U+202E]`. */
export const nameOrdering = (text: string): string =>
  text.replaceAll(
    ORDERING,
    (sign) => `[U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
  );

/** Without line breaks, other control characters and signs of ordering: a title ends where it stands. */
export const oneLine = (text: string): string =>
  nameOrdering(text)
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
