import { outputOfKey } from '@output-review/contracts';
import { wholeCharacter } from '@output-review/runtime/text';

import type { OutputKey } from '../outputs/output.pure.ts';

/** What the buttons of a message do. */
const ACTIONS = ['approve', 'reject', 'redo'] as const;
export type SlackAction = (typeof ACTIONS)[number];

/** Names the buttons of messages in which Approve is only where all is shown; those posted earlier have none. */
export const BUTTONS_ID = 'decide';

/** What somebody has done in Slack. */
export interface Interaction {
  readonly teamId: string;
  readonly appId: string;
  readonly slackUserId: string;
  readonly slackUserName: string;
  /** Null for what asks for nothing. */
  readonly done: Pressed | Submitted | null;
}

/** A button of a message. */
export interface Pressed {
  readonly kind: 'pressed';
  readonly action: SlackAction;
  readonly key: OutputKey;
  readonly channel: string;
  /** Whether the message is of those that show all that Approve is of. */
  readonly showsAll: boolean;
  /** Lets a dialog be opened, for three seconds. */
  readonly triggerId: string;
}

/** A dialog. */
export interface Submitted {
  readonly kind: 'submitted';
  readonly action: SlackAction;
  readonly key: OutputKey;
  /** Null for none. */
  readonly comment: string | null;
  readonly reasonIds: readonly string[];
}

// Source: Slack, "User types". Who has the signing secret may write anything there, and both are kept.
const USER_ID = /^[UW][A-Z0-9]{2,30}$/;
const NAME_LENGTH_MAX = 80;

/** Reads the body of a request to the interactivity URL; null where it is none. Source: Slack, "Interaction payloads". */
export function readInteraction(body: string): Interaction | null {
  const payload = parse(new URLSearchParams(body).get('payload') ?? '');
  const teamId = textAt(payload, 'team', 'id');
  const appId = textAt(payload, 'api_app_id');
  const slackUserId = textAt(payload, 'user', 'id');
  if (teamId === null || appId === null || slackUserId === null) return null;
  if (!USER_ID.test(slackUserId)) return null;
  const name = textAt(payload, 'user', 'username') ?? textAt(payload, 'user', 'name');
  return {
    ...{ teamId, appId, slackUserId, slackUserName: cutName(name ?? slackUserId) },
    done: readPressed(payload) ?? readSubmitted(payload),
  };
}

function cutName(name: string): string {
  return name.slice(0, wholeCharacter(name, NAME_LENGTH_MAX));
}

function readPressed(payload: unknown): Pressed | null {
  if (textAt(payload, 'type') !== 'block_actions') return null;
  const action = actionOf(textAt(payload, 'actions', '0', 'action_id'));
  const key = outputOfKey(textAt(payload, 'actions', '0', 'value') ?? '');
  const channel = textAt(payload, 'container', 'channel_id');
  const triggerId = textAt(payload, 'trigger_id');
  if (action === null || key === null || channel === null || triggerId === null) return null;
  const showsAll = textAt(payload, 'actions', '0', 'block_id') === BUTTONS_ID;
  return { kind: 'pressed', action, key, channel, showsAll, triggerId };
}

function readSubmitted(payload: unknown): Submitted | null {
  if (textAt(payload, 'type') !== 'view_submission') return null;
  const action = actionOf(textAt(payload, 'view', 'callback_id'));
  const key = outputOfKey(textAt(payload, 'view', 'private_metadata') ?? '');
  if (action === null || key === null) return null;
  const values = ['view', 'state', 'values'];
  const comment = textAt(payload, ...values, 'comment', 'comment', 'value')?.trim() ?? '';
  const chosen = at(payload, ...values, 'reasons', 'reasons', 'selected_options');
  const reasonIds = Array.isArray(chosen) ? chosen.map((each) => textAt(each, 'value')) : [];
  return {
    ...{ kind: 'submitted', action, key, comment: comment === '' ? null : comment },
    reasonIds: reasonIds.filter((id) => id !== null),
  };
}

function actionOf(text: string | null): SlackAction | null {
  return ACTIONS.find((each) => each === text) ?? null;
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

/** What stands in JSON under a path; undefined where nothing does. */
function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, name) => {
    if (typeof inner !== 'object' || inner === null) return undefined;
    return new Map<string, unknown>(Object.entries(inner)).get(name);
  }, value);
}

function textAt(value: unknown, ...path: readonly string[]): string | null {
  const found = at(value, ...path);
  return typeof found === 'string' ? found : null;
}
