import {
  type AnswerOf,
  type BodyOf,
  type getSettings,
  type INTERNAL_OPERATIONS,
  type JudgeSettings,
  type JudgeSettingsChange,
  type NotificationSettings,
  NotificationSettingsChange,
  type updateSettings,
  type UserPrincipal,
} from '@output-review/contracts';

/** The settings that the gateway itself stores. */
export interface KnownSettings {
  readonly workspaceName: string;
  readonly tokensMayDecide: boolean;
  readonly allowDeadlineApproval: boolean;
  readonly queueDecisionComments: boolean;
  /** Null: outputs are kept forever. */
  readonly retentionDays: number | null;
}

/** What the gateway itself stores about a workspace. */
export interface KnownWorkspace {
  readonly settings: KnownSettings;
  /** The last characters of the workspace token; null if it has none. */
  readonly tokenHint: string | null;
  readonly tokenLastUsedAt: Date | null;
}

/** The quota and the current size of the files of a workspace. */
export type MediaUsage = AnswerOf<typeof INTERNAL_OPERATIONS.readMediaUsage>;

/** The settings to change; omitted fields stay. */
export type SettingsChange = BodyOf<typeof updateSettings>;

export interface WorkspaceSettings extends KnownWorkspace {
  readonly judges: JudgeSettings;
  readonly notifications: NotificationSettings;
  readonly media: MediaUsage;
  /** The number of outputs that exist. */
  readonly outputs: number;
}

/** The settings that other services store. */
export type OtherSettings = Pick<WorkspaceSettings, 'judges' | 'notifications' | 'media'>;

export interface OtherParts {
  readonly judges: JudgeSettingsChange;
  readonly notifications: NotificationSettingsChange;
  /** Undefined: unchanged. Null: the operator's default. */
  readonly mediaQuotaBytes: number | null | undefined;
}

/** Splits a change by the service that stores each part. */
export function partsOf(change: SettingsChange) {
  const { mediaQuotaBytes, defaultJudgeProvider, judgeProviders, skipJudgesWhenFlagged, ...rest } =
    change;
  const judges = {
    ...(defaultJudgeProvider !== undefined && { defaultJudgeProvider }),
    ...(judgeProviders !== undefined && { judgeProviders }),
    ...(skipJudgesWhenFlagged !== undefined && { skipJudgesWhenFlagged }),
  };
  const { notifications, own } = splitNotifications(rest);
  return { own, others: { judges, notifications, mediaQuotaBytes } };
}

type Rest = Omit<SettingsChange, keyof JudgeSettingsChange | 'mediaQuotaBytes'>;

type Own = Omit<Rest, keyof NotificationSettingsChange>;

/** Splits by the fields of the contract, so that a new field there is sent to the right service. */
function splitNotifications(rest: Rest): {
  readonly notifications: NotificationSettingsChange;
  readonly own: Own;
} {
  const isOfNotifications = ([field]: [string, unknown]): boolean =>
    Object.hasOwn(NotificationSettingsChange.properties, field);
  const entries = Object.entries(rest);
  return {
    notifications: Object.fromEntries(entries.filter(isOfNotifications)),
    own: Object.fromEntries(entries.filter((entry) => !isOfNotifications(entry))),
  };
}

type SettingsAnswer = AnswerOf<typeof getSettings, 200>;

export function presentSettings(
  { workspaceId, role }: UserPrincipal,
  settings: WorkspaceSettings,
): SettingsAnswer {
  return {
    workspaceId,
    currentUserRole: role,
    canManageWorkspace: role === 'admin',
    tokenHint: settings.tokenHint,
    tokenLastUsedAt: settings.tokenLastUsedAt?.toISOString() ?? null,
    ...settings.notifications,
    outboundWebhookUrl: showUrl(settings.notifications.outboundWebhookUrl, role === 'admin'),
    ...settings.settings,
    ...settings.judges,
    mediaQuotaBytes: settings.media.mediaQuotaBytes,
    usage: { outputs: settings.outputs, mediaBytes: settings.media.mediaBytes },
  };
}

/** Anyone who has the URL may post there, so only admins see all of it. */
function showUrl(url: string | null, isAdmin: boolean): string | null {
  return url === null || isAdmin ? url : `${new URL(url).origin}/…`;
}
