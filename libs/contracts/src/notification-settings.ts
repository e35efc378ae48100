import { type Static, Type } from '@sinclair/typebox';

import { OUTPUT_EVENTS } from './output.ts';
import { Clearable, Nullable, OneOf, PATCH } from './schema/nullable.ts';

/** Longest URL that we are given to call, in code points. */
const CALLED_URL_LENGTH_MAX = 2_000;

/** A URL that we are given to call. */
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

/** Reasons that a decision is given. */
export const ReasonIds = Type.Array(ReasonId, {
  uniqueItems: true,
  maxItems: REASONS_MAX,
  description: 'IDs of active reasons among `decisionReasons` of the settings.',
});

/** Whom a workspace has told of its outputs, and the reasons it has for decisions. What must stay secret is not in it. */
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
  webhookEnabled: Type.Boolean(),
  outboundWebhookUrl: Nullable(
    Type.String({ description: 'Admins see it in full, others the origin and `/…`.' }),
  ),
  outboundWebhookEvents: WebhookEvents,
  decisionReasons: DecisionReasons,
});
export type NotificationSettings = Static<typeof NotificationSettings>;

/** A URL or address that null takes away. */
const Removable = (description: string, options: object = {}) =>
  Clearable(
    Type.String({
      ...{ maxLength: CALLED_URL_LENGTH_MAX, 'x-trim': true, description },
      ...options,
    }),
  );

/** A change of it; what is left out stays. */
export const NotificationSettingsChange = Type.Object(
  {
    notifyOnFlag: Type.Optional(Type.Boolean()),
    notifyOnError: Type.Optional(Type.Boolean()),
    emailNotificationsEnabled: Type.Optional(Type.Boolean()),
    notificationEmail: Type.Optional(
      Removable('To remove it and turn these emails off, send null.', { format: 'email' }),
    ),
    slackNotificationsEnabled: Type.Optional(Type.Boolean()),
    slackWebhookUrl: Type.Optional(
      Removable('A Slack incoming webhook. Never shown again. To remove it, send null.', {
        writeOnly: true,
      }),
    ),
    webhookEnabled: Type.Optional(Type.Boolean()),
    outboundWebhookUrl: Type.Optional(
      Removable(
        'Must begin with `https://` and have a public address, unless the operator allows the ' +
          'address. To remove it, send null.',
      ),
    ),
    outboundWebhookEvents: Type.Optional(WebhookEvents),
    decisionReasons: Type.Optional(DecisionReasons),
  },
  PATCH,
);
export type NotificationSettingsChange = Static<typeof NotificationSettingsChange>;

/** Those of a workspace that nobody has changed. */
export const NOTIFICATION_DEFAULTS: NotificationSettings = {
  notifyOnFlag: true,
  notifyOnError: true,
  emailNotificationsEnabled: false,
  notificationEmail: null,
  slackNotificationsEnabled: false,
  hasSlackWebhook: false,
  webhookEnabled: false,
  outboundWebhookUrl: null,
  outboundWebhookEvents: [...OUTPUT_EVENTS],
  decisionReasons: [],
};
