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

/** A destination that the settings of a workspace make. */
export interface Channel {
  /** A URL, or an e-mail address; null for none. */
  readonly address: string | null;
  readonly isEnabled: boolean;
  /** Whether there is a URL that cannot be opened any more: it stays as it is until it is changed. */
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

/** What channels call for a decision by. */
export const CALLING_EVENTS = ['flagged', 'error', 'escalated'] as const;

const CALLING: ReadonlySet<string> = new Set(CALLING_EVENTS);

export function isCalling(event: string): boolean {
  return CALLING.has(event);
}

/** Whom a workspace has told of its outputs, with what only review may know. */
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
  /** Of the webhook and of the app. */
  readonly slackDigest: DigestInterval;
  readonly emailDigest: DigestInterval;
}

const OFF: Channel = { address: null, isEnabled: false, isUrlLost: false };

/** Those of a workspace that nobody has changed. */
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

/** What comes of a change; an address that is taken away turns off what was sent there. */
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

/** Secrets that are left out stay with the app that they are of. One that has both posts from then on. */
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

/** What is wrong with a change as such, by its fields. */
export function findNotificationFaults(
  { before, after }: Sides,
  { sendsMails }: { readonly sendsMails: boolean },
): Record<string, string> {
  const faults: Record<string, string> = {};
  // One that is on with a URL that is lost must not keep other settings from being changed.
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

/** What channels are told of; of a flag by somebody always. */
export function eventsOfChannels({ notifyOnFlag, notifyOnError }: Notifications): OutputEvent[] {
  return [
    ...(notifyOnFlag ? (['flagged'] as const) : []),
    ...(notifyOnError ? (['error'] as const) : []),
    'escalated',
  ];
}

/** What a Slack app is told of: beside that, of what its messages are to say from then on. */
export function eventsOfSlackApp(notifications: Notifications): OutputEvent[] {
  return [...eventsOfChannels(notifications), ...DECISIONS, 'deleted'];
}

/** As settings show it. */
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
