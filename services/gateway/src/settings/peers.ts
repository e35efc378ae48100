import {
  INTERNAL_OPERATIONS,
  type JudgeSettings,
  type JudgeSettingsChange,
  type NotificationSettings,
  type NotificationSettingsChange,
  type WorkspacesChanged,
} from '@output-review/contracts';

import type { WorkspaceRequest } from '../access/requests.ts';
import type { Context } from '../context.ts';
import type { MediaUsage, SettingsRef } from './settings.pure.ts';

// A person waits for what is behind these calls.
const TIMEOUT_MS = 5_000;

type Peers = Pick<Context, 'evaluator' | 'review' | 'media' | 'assertion'>;

/** A change that somebody asks for; others are told of it in his name. */
export interface SettingsRequest extends WorkspaceRequest {
  readonly assertion: string;
}

export async function readJudges(
  { evaluator, assertion }: Peers,
  { workspaceId, requestId }: SettingsRef,
): Promise<JudgeSettings> {
  return evaluator.call(INTERNAL_OPERATIONS.readJudgeSettings, {
    ...{ assertion, timeoutMs: TIMEOUT_MS, requestId },
    body: { workspaceId },
  });
}

/** In the name of whoever asks: the evaluator tells the audit of him. @throws AppError VALIDATION_FAILED. */
export async function changeJudges(
  { evaluator }: Peers,
  { principal, clientAddress, assertion, requestId }: SettingsRequest,
  change: JudgeSettingsChange,
): Promise<JudgeSettings> {
  return evaluator.call(INTERNAL_OPERATIONS.changeJudgeSettings, {
    ...{ assertion, timeoutMs: TIMEOUT_MS, requestId, clientAddress },
    body: { workspaceId: principal.workspaceId, change },
  });
}

export async function readNotifications(
  { review, assertion }: Peers,
  { workspaceId, requestId }: SettingsRef,
): Promise<NotificationSettings> {
  return review.call(INTERNAL_OPERATIONS.readNotificationSettings, {
    ...{ assertion, timeoutMs: TIMEOUT_MS, requestId },
    body: { workspaceId },
  });
}

interface NotificationsChange {
  readonly change: NotificationSettingsChange;
  /** Asks only whether it may be. */
  readonly isTrial: boolean;
}

interface QuotaChange {
  /** Null takes the operator's. */
  readonly quotaBytes: number | null;
  /** Asks only whether it may be. */
  readonly isTrial: boolean;
}

/** In the name of whoever asks: review tells the audit of him. @throws AppError VALIDATION_FAILED. */
export async function changeNotifications(
  { review }: Peers,
  { principal, clientAddress, assertion, requestId }: SettingsRequest,
  change: NotificationsChange,
): Promise<NotificationSettings> {
  return review.call(INTERNAL_OPERATIONS.changeNotificationSettings, {
    ...{ assertion, timeoutMs: TIMEOUT_MS, requestId, clientAddress },
    body: { workspaceId: principal.workspaceId, ...change },
  });
}

/** Has review know what an event is still to tell it of. */
export async function tellReview(
  { review, assertion }: Peers,
  change: WorkspacesChanged,
): Promise<void> {
  await review.call(INTERNAL_OPERATIONS.applyWorkspaceChanges, {
    ...{ body: { changes: [change] }, assertion, timeoutMs: TIMEOUT_MS },
  });
}

export async function readMediaUsage(
  { media, assertion }: Peers,
  { workspaceId, requestId }: SettingsRef,
): Promise<MediaUsage> {
  return media.call(INTERNAL_OPERATIONS.readMediaUsage, {
    ...{ assertion, timeoutMs: TIMEOUT_MS, requestId },
    body: { workspaceId },
  });
}

/** @throws AppError VALIDATION_FAILED. */
export async function changeMediaQuota(
  { media, assertion }: Peers,
  { workspaceId, requestId }: SettingsRef,
  { quotaBytes, isTrial }: QuotaChange,
): Promise<MediaUsage> {
  return media.call(INTERNAL_OPERATIONS.changeMediaQuota, {
    ...{ assertion, timeoutMs: TIMEOUT_MS, requestId },
    body: { workspaceId, mediaQuotaBytes: quotaBytes, isTrial },
  });
}
