import {
  type DecisionReason,
  DECISIONS,
  type DigestInterval,
  NOTIFICATION_DEFAULTS,
  type NotificationSettings,
  type NotificationSettingsChange,
  type OutputEvent,
  type SlackAppChange,
} from '@output-review/contracts';

/** A destination from the settings of a workspace. */
export interface Channel {
  /** A URL or an email address, null for none. */
  readonly address: string | null;
  readonly isEnabled: boolean;
  /** Whether it has a URL that cannot be decrypted any more. It stays until it is changed. */
  readonly isUrlLost: boolean;
}

/** The Slack app of a workspace. */
export interface SlackApp {
  readonly teamId: string;
  readonly appId: string;
  readonly channel: string;
  /** Null for none. */
  readonly botToken: string | null;
  readonly signingSecret: string | null;
}

/** The events by which channels request a decision. */
export const CALLING_EVENTS = ['flagged', 'error', 'escalated'] as const;

const CALLING: ReadonlySet<string> = new Set(CALLING_EVENTS);

export function isCalling(event: string): boolean {
  return CALLING.has(event);
}

/** The notification settings of a workspace, including the parts that only review may see. */
export interface Notifications {
  readonly notifyOnFlag: boolean;
  readonly notifyOnError: boolean;
  readonly email: Channel;
  readonly slack: Channel;
  readonly slackApp: SlackApp | null;
  /** Whether the app posts. */
  readonly isSlackAppOn: boolean;
  readonly webhook: Channel;
  readonly webhookEvents: readonly OutputEvent[];
  readonly decisionReasons: readonly DecisionReason[];
  readonly blindApprovals: boolean;
  /** For the webhook and the app. */
  readonly slackDigest: DigestInterval;
  readonly emailDigest: DigestInterval;
}

const OFF: Channel = { address: null, isEnabled: false, isUrlLost: false };

/** The defaults of a workspace. */
export const UNCHANGED_NOTIFICATIONS: Notifications = {
  notifyOnFlag: NOTIFICATION_DEFAULTS.notifyOnFlag,
  notifyOnError: NOTIFICATION_DEFAULTS.notifyOnError,
  ...{ email: OFF, slack: OFF, webhook: OFF, slackApp: null, isSlackAppOn: false },
  webhookEvents: NOTIFICATION_DEFAULTS.outboundWebhookEvents,
  decisionReasons: NOTIFICATION_DEFAULTS.decisionReasons,
  blindApprovals: NOTIFICATION_DEFAULTS.blindApprovals,
  slackDigest: NOTIFICATION_DEFAULTS.slackDigest,
  emailDigest: NOTIFICATION_DEFAULTS.emailDigest,
};

/** Applies a change. Removing an address turns its channel off. */
export function changeNotifications(
  before: Notifications,
  change: NotificationSettingsChange,
): Notifications {
  return {
    notifyOnFlag: change.notifyOnFlag ?? before.notifyOnFlag,
    notifyOnError: change.notifyOnError ?? before.notifyOnError,
    email: changeChannel(before.email, change.notificationEmail, change.emailNotificationsEnabled),
    slack: changeChannel(before.slack, change.slackWebhookUrl, change.slackNotificationsEnabled),
    ...changeSlackApp(before, change.slackApp),
    webhook: changeChannel(before.webhook, change.outboundWebhookUrl, change.webhookEnabled),
    webhookEvents: change.outboundWebhookEvents ?? before.webhookEvents,
    decisionReasons: change.decisionReasons ?? before.decisionReasons,
    blindApprovals: change.blindApprovals ?? before.blindApprovals,
    slackDigest: change.slackDigest ?? before.slackDigest,
    emailDigest: change.emailDigest ?? before.emailDigest,
  };
}

function changeChannel(
  before: Channel,
  change: string | null | undefined,
  isEnabled: boolean = before.isEnabled && change !== null,
): Channel {
  return change === undefined
    ? { ...before, isEnabled }
    : { address: change, isEnabled, isUrlLost: false };
}

/** Secrets that are left out stay if the app is the same. An app with both secrets posts from then on. */
function changeSlackApp(
  { slackApp: before, isSlackAppOn }: Notifications,
  change: SlackAppChange | null | undefined,
): Pick<Notifications, 'slackApp' | 'isSlackAppOn'> {
  if (change === undefined) return { slackApp: before, isSlackAppOn };
  if (change === null) return { slackApp: null, isSlackAppOn: false };
  const { teamId, appId, channel } = change;
  const same = before?.teamId === teamId && before.appId === appId ? before : null;
  const botToken = change.botToken ?? same?.botToken ?? null;
  const signingSecret = change.signingSecret ?? same?.signingSecret ?? null;
  const slackApp = { teamId, appId, channel, botToken, signingSecret };
  return { slackApp, isSlackAppOn: botToken !== null && signingSecret !== null };
}

/** Settings before and after a change. */
export interface Sides {
  readonly before: Notifications;
  readonly after: Notifications;
}

/** The errors of a change on its own, by field. */
export function findNotificationFaults(
  { before, after }: Sides,
  { sendsMails }: { readonly sendsMails: boolean },
): Record<string, string> {
  const faults: Record<string, string> = {};
  // A channel that is on with an unreadable URL must not block changes of other settings.
  const isMissing = (kind: 'email' | 'slack' | 'webhook') => {
    const { address, isEnabled, isUrlLost } = after[kind];
    return isEnabled && address === null && !(isUrlLost && before[kind].isEnabled);
  };
  if (isMissing('email')) {
    faults['emailNotificationsEnabled'] = 'Requires notificationEmail.';
  } else if (after.email.isEnabled && !before.email.isEnabled && !sendsMails) {
    faults['emailNotificationsEnabled'] =
      'This installation sends no emails, because its operator has not set SMTP_URL.';
  }
  if (isMissing('slack')) faults['slackNotificationsEnabled'] = 'Requires slackWebhookUrl.';
  if (isMissing('webhook')) faults['webhookEnabled'] = 'Requires outboundWebhookUrl.';
  after.decisionReasons.forEach(({ id }, n, all) => {
    if (all.findIndex((each) => each.id === id) === n) return;
    faults[`decisionReasons.${n}.id`] = 'Another reason has this ID. Each needs one of its own.';
  });
  return faults;
}

/** The events for channels. Flags by people are always sent. */
export function eventsOfChannels({ notifyOnFlag, notifyOnError }: Notifications): OutputEvent[] {
  return [
    ...(notifyOnFlag ? (['flagged'] as const) : []),
    ...(notifyOnError ? (['error'] as const) : []),
    'escalated',
  ];
}

/** The events for a Slack app: also those that update its messages. */
export function eventsOfSlackApp(notifications: Notifications): OutputEvent[] {
  return [...eventsOfChannels(notifications), ...DECISIONS, 'deleted'];
}

/** The settings as the API returns them. */
export function presentNotifications(notifications: Notifications): NotificationSettings {
  const { notifyOnFlag, notifyOnError, email, slack, slackApp, webhook } = notifications;
  return {
    ...{ notifyOnFlag, notifyOnError },
    emailNotificationsEnabled: email.isEnabled,
    notificationEmail: email.address,
    slackNotificationsEnabled: slack.isEnabled,
    hasSlackWebhook: slack.address !== null,
    slackApp: slackApp && {
      ...{ teamId: slackApp.teamId, appId: slackApp.appId, channel: slackApp.channel },
      hasBotToken: slackApp.botToken !== null,
      hasSigningSecret: slackApp.signingSecret !== null,
    },
    webhookEnabled: webhook.isEnabled,
    outboundWebhookUrl: webhook.address,
    outboundWebhookEvents: [...notifications.webhookEvents],
    decisionReasons: [...notifications.decisionReasons],
    blindApprovals: notifications.blindApprovals,
    slackDigest: notifications.slackDigest,
    emailDigest: notifications.emailDigest,
  };
}
