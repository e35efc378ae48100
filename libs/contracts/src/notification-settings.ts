import { type Static, Type } from '@sinclair/typebox';

import { OUTPUT_EVENTS } from './output.ts';
import { Clearable, Nullable, OneOf, PATCH } from './schema/nullable.ts';

/** The maximum length of a URL that the service calls, in code points. */
const CALLED_URL_LENGTH_MAX = 2_000;

/** A URL that the service calls. */
export const CalledUrl = (description: string) =>
  Type.String({ maxLength: CALLED_URL_LENGTH_MAX, 'x-trim': true, description });

const WebhookEvents = Type.Array(OneOf(OUTPUT_EVENTS), {
  uniqueItems: true,
  maxItems: OUTPUT_EVENTS.length,
  description: 'Events sent to the webhook of the workspace. Default: all ten.',
});

const REASONS_MAX = 50;

/** The ID of a reason. */
const ReasonId = Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' });

const DecisionReason = Type.Object({
  id: ReasonId,
  name: Type.String({ minLength: 1, maxLength: 100, 'x-trim': true }),
  isActive: Type.Boolean({ description: 'Whether new decisions can give it.' }),
});
export type DecisionReason = Static<typeof DecisionReason>;

const DecisionReasons = Type.Array(DecisionReason, {
  maxItems: REASONS_MAX,
  description:
    'Reasons that decisions can give as `reasonIds`, in the order in which people choose among them. To ' +
    'retire one, turn `isActive` off: decisions that gave it keep it.',
});

const BlindApprovals = Type.Boolean({
  description:
    'Whether it is hidden who approved an output that needs several approvals, until it is decided.',
});

/** How often a channel receives a digest, as ISO durations. Source: the interface. */
export const DIGEST_INTERVALS = ['off', 'PT5M', 'PT15M', 'PT1H', 'P1D'] as const;
export type DigestInterval = (typeof DIGEST_INTERVALS)[number];

const Digest = (channel: string) =>
  Type.Unsafe<DigestInterval>({
    ...OneOf(DIGEST_INTERVALS),
    description:
      `How often ${channel} gets one message with the outputs that rules flagged, that are held for approval or ` +
      'could not be evaluated. `off` sends one message for each. Sent at once in any case: escalations, ' +
      'flags by a person or through the API, and outputs whose `respondBy` comes before the next digest.',
  });
const SlackDigest = Digest('Slack');
const EmailDigest = Digest('the email address');

/** Reasons of a decision. */
export const ReasonIds = Type.Array(ReasonId, {
  uniqueItems: true,
  maxItems: REASONS_MAX,
  description: 'IDs of active reasons among `decisionReasons` of the settings.',
});

const SlackAppIds = {
  teamId: Type.String({
    pattern: '^T[A-Z0-9]{2,30}$',
    'x-patternMessage': 'Must be the ID of a Slack workspace, such as T0123ABCD.',
    'x-trim': true,
  }),
  appId: Type.String({
    pattern: '^A[A-Z0-9]{2,30}$',
    'x-patternMessage': 'Must be the ID of a Slack app, such as A0123ABCD.',
    'x-trim': true,
  }),
  channel: Type.String({
    pattern: '^[CG][A-Z0-9]{2,30}$',
    'x-patternMessage': 'Must be the ID of a channel, such as C0123ABCD, not its name.',
    'x-trim': true,
  }),
};

/** The Slack app of a workspace. Secrets are never returned. */
const SlackApp = Type.Object({
  ...SlackAppIds,
  hasBotToken: Type.Boolean(),
  hasSigningSecret: Type.Boolean(),
});

const SLACK_SECRET =
  'Never shown again. If left out, the stored one is kept as long as `teamId` and `appId` stay the same.';

/** The full settings of the app; omitted secrets stay. */
const SlackAppChange = Type.Object(
  {
    ...SlackAppIds,
    botToken: Type.Optional(
      Type.String({
        pattern: '^xoxb-[A-Za-z0-9-]{1,250}$',
        'x-patternMessage': 'Must be a bot token, which begins with xoxb-.',
        'x-trim': true,
        writeOnly: true,
        description: SLACK_SECRET,
      }),
    ),
    signingSecret: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9]{16,128}$',
        'x-patternMessage': 'Must be 16 to 128 letters and digits.',
        'x-trim': true,
        writeOnly: true,
        description: SLACK_SECRET,
      }),
    ),
  },
  {
    description:
      'A Slack app that posts to a channel and takes decisions there. It needs both secrets. To ' +
      'remove it, send null.',
  },
);
export type SlackAppChange = Static<typeof SlackAppChange>;

/** The notification settings of a workspace and its reasons for decisions, without secrets. */
export const NotificationSettings = Type.Object({
  notifyOnFlag: Type.Boolean({
    description:
      'Whether the channels (Slack and email) are notified of outputs that rules flag or that ' +
      'are held for approval. They are always notified of a flag by a person or through the ' +
      'API.',
  }),
  notifyOnError: Type.Boolean({
    description: 'Whether the channels are notified of outputs that could not be evaluated.',
  }),
  emailNotificationsEnabled: Type.Boolean(),
  notificationEmail: Nullable(Type.String()),
  slackNotificationsEnabled: Type.Boolean(),
  hasSlackWebhook: Type.Boolean(),
  slackApp: Nullable(SlackApp),
  webhookEnabled: Type.Boolean(),
  outboundWebhookUrl: Nullable(
    Type.String({ description: 'Admins see it in full, others the origin and `/…`.' }),
  ),
  outboundWebhookEvents: WebhookEvents,
  decisionReasons: DecisionReasons,
  blindApprovals: BlindApprovals,
  slackDigest: SlackDigest,
  emailDigest: EmailDigest,
});
export type NotificationSettings = Static<typeof NotificationSettings>;

/** A URL or address; null removes it. */
const Removable = (description: string, options: object = {}) =>
  Clearable(
    Type.String({
      ...{ maxLength: CALLED_URL_LENGTH_MAX, 'x-trim': true, description },
      ...options,
    }),
  );

/** A change of these settings; omitted fields stay. */
export const NotificationSettingsChange = Type.Object(
  {
    notifyOnFlag: Type.Optional(Type.Boolean()),
    notifyOnError: Type.Optional(Type.Boolean()),
    emailNotificationsEnabled: Type.Optional(Type.Boolean()),
    notificationEmail: Type.Optional(
      Removable(
        'If anyone can sign up and emails are sent, the confirmed address of a member. To remove it ' +
          'and turn these emails off, send null.',
        { format: 'email' },
      ),
    ),
    slackNotificationsEnabled: Type.Optional(Type.Boolean()),
    slackWebhookUrl: Type.Optional(
      Removable('A Slack incoming webhook. Never shown again. To remove it, send null.', {
        writeOnly: true,
      }),
    ),
    slackApp: Type.Optional(Clearable(SlackAppChange)),
    webhookEnabled: Type.Optional(Type.Boolean()),
    outboundWebhookUrl: Type.Optional(
      Removable(
        'Must begin with `https://` and have a public address, unless the operator allows the ' +
          'address. To remove it, send null.',
      ),
    ),
    outboundWebhookEvents: Type.Optional(WebhookEvents),
    decisionReasons: Type.Optional(DecisionReasons),
    blindApprovals: Type.Optional(BlindApprovals),
    slackDigest: Type.Optional(SlackDigest),
    emailDigest: Type.Optional(EmailDigest),
  },
  PATCH,
);
export type NotificationSettingsChange = Static<typeof NotificationSettingsChange>;

/** The default settings of a workspace. */
export const NOTIFICATION_DEFAULTS: NotificationSettings = {
  notifyOnFlag: true,
  notifyOnError: true,
  emailNotificationsEnabled: false,
  notificationEmail: null,
  slackNotificationsEnabled: false,
  hasSlackWebhook: false,
  slackApp: null,
  webhookEnabled: false,
  outboundWebhookUrl: null,
  outboundWebhookEvents: [...OUTPUT_EVENTS],
  decisionReasons: [],
  blindApprovals: false,
  slackDigest: 'off',
  emailDigest: 'off',
};
