import { outputOfKey } from '@output-review/contracts';
import { wholeCharacter } from '@output-review/runtime/text';

import type { OutputKey } from '../outputs/output.pure.ts';

/** The buttons of a message. */
const ACTIONS = ['approve', 'reject', 'redo'] as const;
export type SlackAction = (typeof ACTIONS)[number];

/** The block ID of messages that show Approve only if they show everything. Earlier messages do not have it. */
export const BUTTONS_ID = 'decide';

/** What a user did in Slack. */
export interface Interaction {
  readonly teamId: string;
  readonly appId: string;
  readonly slackUserId: string;
  readonly slackUserName: string;
  /** Null if it needs no action. */
  readonly done: Pressed | Submitted | null;
}

/** A button press in a message. */
export interface Pressed {
  readonly kind: 'pressed';
  readonly action: SlackAction;
  readonly key: OutputKey;
  readonly channel: string;
  /** Whether the message shows everything that Approve covers. */
  readonly showsAll: boolean;
  /** Allows opening a dialog within three seconds. */
  readonly triggerId: string;
}

/** A submitted dialog. */
export interface Submitted {
  readonly kind: 'submitted';
  readonly action: SlackAction;
  readonly key: OutputKey;
  /** Null for none. */
  readonly comment: string | null;
  readonly reasonIds: readonly string[];
}

// Source: Slack, "User types". A holder of the signing secret may send anything as the user ID and name, and both are
// stored.
const USER_ID = /^[UW][A-Z0-9]{2,30}$/;
const NAME_LENGTH_MAX = 80;

/** Parses a request to the interactivity URL, null if it is invalid. Source: Slack, "Interaction payloads". */
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

/** The value at a path in JSON, undefined if there is none. */
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
