import {
  type BodyOf,
  INTERNAL_OPERATIONS,
  type JudgeSettings,
  type JudgeSettingsChange,
  type NotificationSettings,
  type Operation,
  type WorkspacesChanged,
} from '@output-review/contracts';

import type { WorkspaceRequest } from '../access/requests.ts';
import type { Context } from '../context.ts';
import type { MediaUsage, SettingsRef } from './settings.pure.ts';

// A person waits for what is behind these calls.
const TIMEOUT_MS = 5_000;

/** What a change is, beside the workspace. */
type PartOf<T extends Operation> = Omit<BodyOf<T>, 'workspaceId'>;

/** A change that somebody asks for; others are told of it in his name. */
export interface SettingsRequest extends WorkspaceRequest {
  readonly assertion: string;
}

/** What a question about a workspace takes, in the name of the gateway. */
export function questionAbout({ assertion }: Context, { workspaceId, requestId }: SettingsRef) {
  return { assertion, timeoutMs: TIMEOUT_MS, requestId, body: { workspaceId } };
}

/** In the name of whoever asks: the evaluator tells the audit of him. @throws AppError VALIDATION_FAILED. */
export async function changeJudges(
  { evaluator }: Context,
  { principal, clientAddress, assertion, requestId }: SettingsRequest,
  change: JudgeSettingsChange,
): Promise<JudgeSettings> {
  return evaluator.call(INTERNAL_OPERATIONS.changeJudgeSettings, {
    ...{ assertion, timeoutMs: TIMEOUT_MS, requestId, clientAddress },
    body: { workspaceId: principal.workspaceId, change },
  });
}

/** In the name of whoever asks: review tells the audit of him. @throws AppError VALIDATION_FAILED. */
export async function changeNotifications(
  { review }: Context,
  { principal, clientAddress, assertion, requestId }: SettingsRequest,
  change: PartOf<typeof INTERNAL_OPERATIONS.changeNotificationSettings>,
): Promise<NotificationSettings> {
  return review.call(INTERNAL_OPERATIONS.changeNotificationSettings, {
    ...{ assertion, timeoutMs: TIMEOUT_MS, requestId, clientAddress },
    body: { workspaceId: principal.workspaceId, ...change },
  });
}

/** Has review know what an event is still to tell it of. */
export async function tellReview(
  { review, assertion }: Context,
  change: WorkspacesChanged,
): Promise<void> {
  await review.call(INTERNAL_OPERATIONS.applyWorkspaceChanges, {
    ...{ body: { changes: [change] }, assertion, timeoutMs: TIMEOUT_MS },
  });
}

/** @throws AppError VALIDATION_FAILED. */
export async function changeMediaQuota(
  ctx: Context,
  ref: SettingsRef,
  change: PartOf<typeof INTERNAL_OPERATIONS.changeMediaQuota>,
): Promise<MediaUsage> {
  return ctx.media.call(INTERNAL_OPERATIONS.changeMediaQuota, {
    ...questionAbout(ctx, ref),
    body: { workspaceId: ref.workspaceId, ...change },
  });
}
