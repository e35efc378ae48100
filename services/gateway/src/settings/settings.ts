import {
  type BodyOf,
  INTERNAL_OPERATIONS,
  type NotificationSettings,
  type NotificationSettingsChange,
  type Operation,
} from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { canonicalJson } from '@output-review/runtime';
import type { KnownState, Tx } from '@output-review/shared-kernel';

import type { UserRequest } from '../access/requests.ts';
import type { Context } from '../context.ts';
import { hasConfirmedMember } from '../people/members.sql.ts';
import { normalEmail } from '../people/people.pure.ts';
import { countOutputs } from '../projects/review.ts';
import type { OutputCounts } from '../projects/projects.pure.ts';
import { holdAsAdmin, publishWorkspace, readWorkspace } from '../workspaces/workspaces.sql.ts';
import {
  type MediaUsage,
  type OtherParts,
  type OtherSettings,
  partsOf,
  type SettingsChange,
  type WorkspaceSettings,
} from './settings.pure.ts';
import { findWorkspace, readOwnSettings, writeOwnSettings } from './settings.sql.ts';

// A person waits for these calls.
const TIMEOUT_MS = 5_000;

type Asking = Pick<UserRequest, 'principal' | 'requestId'>;

/** Options of a call about a workspace, in the name of the gateway. */
function questionAbout({ assertion }: Context, { principal, requestId }: Asking) {
  const { workspaceId } = principal;
  return { assertion, timeoutMs: TIMEOUT_MS, requestId, body: { workspaceId } };
}

/** @param known values that need not be read again. */
export async function readSettings(
  ctx: Context,
  request: Asking,
  known: Partial<OtherSettings & { readonly counts: OutputCounts }> = {},
): Promise<WorkspaceSettings> {
  const { workspaceId } = request.principal;
  const question = questionAbout(ctx, request);
  const [workspace, judges, notifications, media, counts] = await Promise.all([
    findWorkspace(ctx.db, workspaceId),
    known.judges ?? ctx.evaluator.call(INTERNAL_OPERATIONS.readJudgeSettings, question),
    known.notifications ?? ctx.review.call(INTERNAL_OPERATIONS.readNotificationSettings, question),
    known.media ?? ctx.media.call(INTERNAL_OPERATIONS.readMediaUsage, question),
    known.counts ?? countOutputs(ctx, workspaceId),
  ]);
  if (!workspace) throw new AppError('NOT_FOUND', 'This workspace no longer exists.');
  return { ...workspace, judges, notifications, media, outputs: counts.all };
}

/** A requested change. Other services are told of it in the name of the user. */
interface SettingsRequest extends UserRequest {
  readonly assertion: string;
}

/**
 * Changes each part at the service that stores it, after all of them have accepted it: a validation error changes
 * nothing. The gateway's own part comes last, because nothing refuses it. With it the gateway records all parts in the
 * audit, except judges and notifications, which their services record.
 *
 * @returns the new settings.
 * @throws AppError VALIDATION_FAILED; FORBIDDEN if the caller is no longer an admin.
 */
export async function changeSettings(
  ctx: Context,
  request: SettingsRequest,
  change: SettingsChange,
): Promise<WorkspaceSettings> {
  const { workspaceId } = request.principal;
  const { own, others } = partsOf(change);
  // Review must know the change before the answer, so nothing is changed while review is unreachable.
  const counts = await countOutputs(ctx, workspaceId);
  const changed = await changeOtherParts(ctx, request, others);
  const told = await ctx.turns.transact(ctx, workspaceId, async (tx) => {
    await holdAsAdmin(tx, request);
    const former = await readOwnSettings(tx, workspaceId);
    const settings = { ...former, ...own };
    auditChange(tx, request, {
      before: { ...former, ...changed.before },
      after: { ...settings, ...changed.after },
    });
    // Tells review anyway: a client that got no answer repeats its change, and review may not know of it yet.
    if (canonicalJson(former) === canonicalJson(settings)) return readWorkspace(tx, workspaceId);
    await writeOwnSettings(tx, workspaceId, settings);
    return publishWorkspace(tx, workspaceId, ctx.clock.now());
  });
  // The event may reach review only after the answer.
  await ctx.review.call(INTERNAL_OPERATIONS.applyWorkspaceChanges, {
    ...{ body: { changes: [told] }, assertion: ctx.assertion, timeoutMs: TIMEOUT_MS },
  });
  return readSettings(ctx, request, { ...changed.known, counts });
}

interface Sides {
  readonly before: KnownState;
  readonly after: KnownState;
}

/** Records the old and new settings in the audit, if any of them differ. */
function auditChange(tx: Tx, request: SettingsRequest, { before, after }: Sides): void {
  if (canonicalJson(before) === canonicalJson(after)) return;
  const { workspaceId } = request.principal;
  tx.audit(request, {
    ...{ workspaceId, action: 'settings.changed' },
    ...{ target: { kind: 'workspace', id: workspaceId }, before, after },
  });
}

interface ChangedParts {
  /** Values that need not be read again. */
  readonly known: Partial<OtherSettings>;
  /** As recorded in the audit. */
  readonly before: KnownState;
  readonly after: KnownState;
}

/** Changes the settings that other services store: all of them, or none if one service refuses. */
async function changeOtherParts(
  ctx: Context,
  request: SettingsRequest,
  parts: OtherParts,
): Promise<ChangedParts> {
  const { judges, notifications: change, mediaQuotaBytes } = parts;
  const has = (part: object): boolean => Object.keys(part).length > 0;
  // The evaluator cannot be tried, but changes nothing if it refuses. So the other services are tried first.
  const kinds = [has(judges), has(change), mediaQuotaBytes !== undefined].filter(Boolean).length;
  // These services know only the role that the caller had when the request was admitted.
  const { workspaceId } = request.principal;
  if (kinds > 0) await ctx.turns.transact(ctx, workspaceId, (tx) => holdAsAdmin(tx, request));
  await checkMailbox(ctx, request, change);
  if (kinds > 1 && has(change)) {
    await changeNotifications(ctx, request, { change, isTrial: true });
  }
  if (kinds > 1 && mediaQuotaBytes !== undefined) {
    await changeMediaQuota(ctx, request, { mediaQuotaBytes, isTrial: true });
  }
  const known = {
    ...(has(judges) && {
      judges: await ctx.evaluator.call(
        INTERNAL_OPERATIONS.changeJudgeSettings,
        inNameOf(request, { change: judges }),
      ),
    }),
    ...(has(change) && {
      notifications: await changeNotifications(ctx, request, { change, isTrial: false }),
    }),
  };
  if (mediaQuotaBytes === undefined) return { known, before: {}, after: {} };
  const question = questionAbout(ctx, request);
  const former = await ctx.media.call(INTERNAL_OPERATIONS.readMediaUsage, question);
  const media = await changeMediaQuota(ctx, request, { mediaQuotaBytes, isTrial: false });
  return {
    known: { ...known, media },
    before: { mediaQuotaBytes: former.mediaQuotaBytes },
    after: { mediaQuotaBytes: media.mediaQuotaBytes },
  };
}

/**
 * If anyone can create a workspace, its notifications go only to members with a confirmed address. Otherwise strangers
 * could make us send any text to any address. An address that is already set stays.
 *
 * @throws AppError VALIDATION_FAILED.
 */
async function checkMailbox(
  ctx: Context,
  request: Asking,
  { notificationEmail: email }: NotificationSettingsChange,
): Promise<void> {
  if (!ctx.isSignUpOpen || !ctx.mailer || email === undefined || email === null) return;
  if (await hasConfirmedMember(ctx.db, request.principal.workspaceId, normalEmail(email))) return;
  const { readNotificationSettings } = INTERNAL_OPERATIONS;
  const present = await ctx.review.call(readNotificationSettings, questionAbout(ctx, request));
  if (email === present.notificationEmail) return;
  throw new AppError('VALIDATION_FAILED', 'The settings are invalid. See `fields`.', {
    fields: { notificationEmail: NOT_OF_A_MEMBER },
  });
}

const NOT_OF_A_MEMBER =
  'Must be the confirmed address of a member, because anyone can sign up on this installation. Invite this address to the workspace first.';

/** The content of a change, without the workspace. */
type PartOf<T extends Operation> = Omit<BodyOf<T>, 'workspaceId'>;

/** Options of a change in the name of the user, because the called service records the user in the audit. */
function inNameOf<T extends object>(request: SettingsRequest, part: T) {
  const { principal, clientAddress, assertion, requestId } = request;
  const body = { workspaceId: principal.workspaceId, ...part };
  return { assertion, timeoutMs: TIMEOUT_MS, requestId, clientAddress, body };
}

/** @throws AppError VALIDATION_FAILED. */
function changeNotifications(
  { review }: Context,
  request: SettingsRequest,
  part: PartOf<typeof INTERNAL_OPERATIONS.changeNotificationSettings>,
): Promise<NotificationSettings> {
  return review.call(INTERNAL_OPERATIONS.changeNotificationSettings, inNameOf(request, part));
}

/** @throws AppError VALIDATION_FAILED. */
function changeMediaQuota(
  ctx: Context,
  request: Asking,
  part: PartOf<typeof INTERNAL_OPERATIONS.changeMediaQuota>,
): Promise<MediaUsage> {
  const { body, ...question } = questionAbout(ctx, request);
  return ctx.media.call(INTERNAL_OPERATIONS.changeMediaQuota, {
    ...question,
    body: { ...body, ...part },
  });
}
