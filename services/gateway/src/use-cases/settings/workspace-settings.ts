import type {
  BodyOf,
  JudgeSettings,
  JudgeSettingsChange,
  NotificationSettings,
  NotificationSettingsChange,
  updateSettings,
} from '@output-review/contracts';

import type { OutputCounts } from '../../domain/registry/output-counts.ts';
import type { Audit, WorkspaceRequest } from '../workspace-request.ts';

/** The settings that the gateway keeps itself. */
export interface KnownSettings {
  readonly workspaceName: string;
  readonly tokensMayDecide: boolean;
  readonly allowDeadlineApproval: boolean;
  readonly queueDecisionComments: boolean;
  /** Null: outputs are kept. */
  readonly retentionDays: number | null;
}

export interface OwnSettings {
  /**
   * Replaces them by what the work makes of them, and tells everybody who goes by them. Two changes of
   * a workspace at once come one after the other.
   */
  change(
    request: WorkspaceRequest,
    work: (before: KnownSettings, audit: Audit) => Promise<KnownSettings>,
  ): Promise<void>;
}

/** What the gateway itself knows of a workspace. */
export interface KnownWorkspace {
  readonly settings: KnownSettings;
  /** The last characters of the workspace token; null where it has none. */
  readonly tokenHint: string | null;
  readonly tokenLastUsedAt: Date | null;
}

/** How much room the files of a workspace may take, and take. */
export interface MediaUsage {
  readonly mediaQuotaBytes: number;
  readonly mediaBytes: number;
}

export interface QuotaChange {
  /** Null takes the operator's. */
  readonly quotaBytes: number | null;
  /** Asks only whether it may be. */
  readonly isTrial: boolean;
}

export interface NotificationsChange {
  readonly change: NotificationSettingsChange;
  /** Asks only whether it may be. */
  readonly isTrial: boolean;
}

/** What is to change; what is left out stays. */
export type SettingsChange = BodyOf<typeof updateSettings>;

export interface WorkspaceSettings extends KnownWorkspace {
  readonly judges: JudgeSettings;
  readonly notifications: NotificationSettings;
  readonly media: MediaUsage;
  /** Outputs that exist. */
  readonly outputs: number;
}

/** What other services keep of the settings. */
export type OtherSettings = Pick<WorkspaceSettings, 'judges' | 'notifications' | 'media'>;

/** For whom something is asked, and in the course of which request. */
export interface SettingsRef {
  readonly workspaceId: string;
  readonly requestId: string;
}

/** A change that somebody asks for; others are told of it in his name. */
export interface SettingsRequest extends WorkspaceRequest {
  readonly assertion: string;
}

export interface WorkspaceSettingsDeps {
  readonly own: OwnSettings;
  readonly findWorkspace: (workspaceId: string) => Promise<KnownWorkspace | null>;
  readonly readJudges: (ref: SettingsRef) => Promise<JudgeSettings>;
  /** @throws AppError VALIDATION_FAILED. */
  readonly changeJudges: (
    request: SettingsRequest,
    change: JudgeSettingsChange,
  ) => Promise<JudgeSettings>;
  readonly readNotifications: (ref: SettingsRef) => Promise<NotificationSettings>;
  /** @throws AppError VALIDATION_FAILED. */
  readonly changeNotifications: (
    request: SettingsRequest,
    change: NotificationsChange,
  ) => Promise<NotificationSettings>;
  readonly readMediaUsage: (ref: SettingsRef) => Promise<MediaUsage>;
  /** @throws AppError VALIDATION_FAILED. */
  readonly changeMediaQuota: (ref: SettingsRef, change: QuotaChange) => Promise<MediaUsage>;
  readonly countOutputs: (workspaceId: string) => Promise<Pick<OutputCounts, 'all'>>;
}
