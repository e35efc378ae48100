import { TOO_MANY_REQUESTS } from '../deliveries/attempts.pure.ts';

/** The result of a Slack call. */
export type SlackAnswer = SlackDone | SlackRefusal;

export interface SlackDone {
  readonly ok: true;
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface SlackRefusal {
  readonly ok: false;
  /** HTTP status, null without a response. */
  readonly status: number | null;
  /** Slack's error code, null without one. */
  readonly code: string | null;
  /** The error as a sentence for the workspace, with what to do. */
  readonly error: string;
  readonly retryAfterMs: number | null;
  /** Whether the call may have taken effect nevertheless. */
  readonly isUncertain: boolean;
}

const TOKEN_DEAD =
  'The bot token is not valid anymore. Install the app in Slack again, and enter the new token in the settings.';

// Source: Slack, errors of chat.postMessage and chat.update.
const ADVICE: Readonly<Record<string, string>> = {
  channel_not_found:
    'Slack has no such channel, or the app is not in it. Invite the app with /invite, or correct the channel in the settings.',
  not_in_channel: 'The app is not in the channel. Invite it there with /invite.',
  is_archived: 'The channel is archived. Enter another one in the settings.',
  invalid_auth: TOKEN_DEAD,
  not_authed: TOKEN_DEAD,
  account_inactive: TOKEN_DEAD,
  token_revoked: TOKEN_DEAD,
  token_expired: TOKEN_DEAD,
  missing_scope:
    'The app lacks a permission. Update it with the manifest from the settings, and install it again.',
  restricted_action: 'A setting of the Slack workspace keeps the app from posting in this channel.',
  ratelimited:
    'Slack accepts no more messages at the moment. It is tried again when Slack allows it.',
};

/** Whether the token is permanently unusable. */
export function isTokenDead({ code }: SlackRefusal): boolean {
  return code !== null && ADVICE[code] === TOKEN_DEAD;
}

// Source: Slack, for each of these: some aspect of the operation may have succeeded.
const UNCERTAIN = new Set([
  'fatal_error',
  'internal_error',
  'request_timeout',
  'service_unavailable',
]);

interface Received {
  readonly status: number;
  /** Null if it is not a JSON object. */
  readonly body: Readonly<Record<string, unknown>> | null;
  readonly retryAfterMs: number | null;
}

export function readSlackAnswer({ status, body, retryAfterMs }: Received): SlackAnswer {
  if (status === 200 && body?.['ok'] === true) return { ok: true, status, body };
  const named = body?.['error'];
  const code = typeof named === 'string' ? named : codeOf(status);
  const refused = { ok: false, status, code, retryAfterMs } as const;
  if (code === null) return { ...refused, error: `Slack answered ${status}.`, isUncertain: true };
  const advice = ADVICE[code];
  const error = `Slack answered ${code.slice(0, 100)}.${advice === undefined ? '' : ` ${advice}`}`;
  return { ...refused, error, isUncertain: UNCERTAIN.has(code) };
}

const codeOf = (status: number): string | null =>
  status === TOO_MANY_REQUESTS ? 'ratelimited' : null;
