import type { EventBody } from './body.pure.ts';

/** The message about one event, before formatting for a channel. Nothing in it is escaped. */
export interface ChannelMessage {
  /** A single line. */
  readonly title: string;
  readonly facts: readonly Fact[];
  /** Why it was flagged, or what went wrong. Null if no reason was given. */
  readonly why: string | null;
  /** URL of the output. Null for a test. */
  readonly link: string | null;
}

export interface Fact {
  readonly label: string;
  readonly text: string;
}

// The link leads to the full text. Slack limits a block to 3,000 UTF-16 units.
const TEXT_LENGTH_MAX = 1_400;
const TITLE_LENGTH_MAX = 140;

const TITLES: Readonly<Partial<Record<EventBody['event'], string>>> = {
  flagged: 'An output is waiting for a decision',
  error: 'An output could not be evaluated',
  escalated: 'An output is still waiting for a decision',
  test: 'Test notification',
};

/**
 * Builds the message: what happened, why, and a link.
 *
 * @param publicUrl base of links, without a trailing slash.
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

/**
 * Whether a message shows everything that is being approved. False if it truncates text, leaves out files, or has
 * unreadable content.
 */
export function showsAll({ action, aiOutput, attachments }: EventBody): boolean {
  if (attachments.length > 0 || (action === null && aiOutput === null)) return false;
  return [summaryOf(action), paramsOf(action), aiOutput].every(
    (text) => text === null || cut(readable(text), TEXT_LENGTH_MAX) === readable(text),
  );
}

const summaryOf = (action: EventBody['action']) => action && `${action.name}: ${action.summary}`;

const paramsOf = (action: EventBody['action']) =>
  action && Object.keys(action.params).length > 0 ? JSON.stringify(action.params) : null;

/**
 * How many approvals are needed, and from which groups. Leaves out how many were given, since messages are not updated.
 */
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

const readable = (text: string): string => nameUnseen(text).trim();

/** Truncates between code points. */
export function cut(text: string, lengthMax: number): string {
  const points = Array.from(text.slice(0, 2 * lengthMax + 2));
  return points.length > lengthMax ? `${points.slice(0, lengthMax - 1).join('')}…` : text;
}

// Keep the invisible characters in sync with text-signs.ts of the dashboard, which shares no code with services. For
// scripts that use joiners or break opportunities: others need neither.
const JOINED = String.raw`(?![\p{scx=Zyyy}\p{scx=Zinh}\p{scx=Latn}\p{scx=Grek}\p{scx=Cyrl}\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}])[\p{L}\p{M}\p{Nd}]`;
const JOINERS = String.raw`\u034f\u17b4\u17b5\u180b-\u180f\u200b-\u200d`;
const TAGS = String.raw`\u{e0000}-\u{e007f}`;
// They select the form of the preceding character.
const SELECTORS = String.raw`\ufe00-\ufe0f\u{e0100}-\u{e01ef}`;
const UNSEEN = new RegExp(
  [
    String.raw`[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\ufff9-\ufffb]`,
    String.raw`(?<!\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{0,6})[${TAGS}]`,
    `(?<=[${SELECTORS}])[${SELECTORS}]`,
    String.raw`(?<!${JOINED})(?!(?<=^|[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?:\p{Extended_Pictographic}|$))[${JOINERS}](?!${JOINED})`,
    // A soft hyphen is visible where a line breaks at it.
    String.raw`(?!\u00ad|[${SELECTORS}${JOINERS}${TAGS}])\p{Default_Ignorable_Code_Point}`,
  ].join('|'),
  'gu',
);

/** Replaces invisible and bidirectional control characters by their names: `[U+202E]`. */
export const nameUnseen = (text: string): string =>
  text.replaceAll(
    UNSEEN,
    (sign) => `[U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
  );

/** Replaces line breaks and other control characters by spaces, and names invisible ones: a title stays on one line. */
export const oneLine = (text: string): string =>
  nameUnseen(text)
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
