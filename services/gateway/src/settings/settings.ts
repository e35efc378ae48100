import { INTERNAL_OPERATIONS } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { canonicalJson } from '@output-review/runtime';
import { type KnownState, transact, type Tx } from '@output-review/shared-kernel';

import type { Context } from '../context.ts';
import { countOutputs } from '../projects/owners.ts';
import type { OutputCounts } from '../projects/projects.pure.ts';
import { holdAsAdmin, publishWorkspace, readWorkspace } from '../workspaces/workspaces.sql.ts';
import { checkMailbox } from './mailboxes.ts';
import {
  changeJudges,
  changeMediaQuota,
  changeNotifications,
  questionAbout,
  tellReview,
  type SettingsRequest,
} from './peers.ts';
import {
  type KnownSettings,
  type OtherParts,
  type OtherSettings,
  partsOf,
  type SettingsChange,
  type SettingsRef,
  type WorkspaceSettings,
} from './settings.pure.ts';
import { findWorkspace, readOwnSettings, writeOwnSettings } from './settings.sql.ts';

/** @param known what is known already. */
export async function readSettings(
  ctx: Context,
  ref: SettingsRef,
  known: Partial<OtherSettings & { readonly counts: OutputCounts }> = {},
): Promise<WorkspaceSettings> {
  const { workspaceId } = ref;
  const question = questionAbout(ctx, ref);
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

/**
 * Has each part changed by who keeps it, once all of them take it: a fault of one changes nothing.
 * The gateway's own part comes last, for nobody refuses it. With it the audit hears of all parts but
 * judges and notifications, of which those tell who keep them.
 *
 * @returns the settings afterwards.
 * @throws AppError VALIDATION_FAILED; FORBIDDEN where who asks is no admin any more.
 */
export async function changeSettings(
  ctx: Context,
  request: SettingsRequest,
  change: SettingsChange,
): Promise<WorkspaceSettings> {
  const { workspaceId } = request.principal;
  const { own, others } = partsOf(change);
  // It goes by what it is told here from the answer on, so nothing is changed while it is away.
  const counts = await countOutputs(ctx, workspaceId);
  const changed = await changeOtherParts(ctx, request, others);
  const told = await transact(ctx, async (tx) => {
    await holdAsAdmin(tx, request);
    const former = await readOwnSettings(tx, workspaceId);
    const settings = { ...former, ...own };
    tellOfChange(tx, request, {
      before: { ...former, ...changed.before },
      after: { ...settings, ...changed.after },
    });
    // Review may not know yet what was changed before: who was not answered asks again.
    if (isSame(former, settings)) return readWorkspace(tx, workspaceId);
    await writeOwnSettings(tx, workspaceId, settings);
    return publishWorkspace(tx, workspaceId, ctx.clock.now());
  });
  await tellReview(ctx, told);
  return readSettings(ctx, refOf(request), { ...changed.known, counts });
}

interface Sides {
  readonly before: KnownState;
  readonly after: KnownState;
}

/** Keeps for the audit what settings were and are, where any of them differs. */
function tellOfChange(tx: Tx, request: SettingsRequest, { before, after }: Sides): void {
  if (canonicalJson(before) === canonicalJson(after)) return;
  const { workspaceId } = request.principal;
  tx.audit(request, {
    ...{ workspaceId, action: 'settings.changed' },
    ...{ target: { kind: 'workspace', id: workspaceId }, before, after },
  });
}

function isSame(one: KnownSettings, other: KnownSettings): boolean {
  return (Object.keys(one) as (keyof KnownSettings)[]).every((key) => one[key] === other[key]);
}

interface ChangedParts {
  /** What need not be read again. */
  readonly known: Partial<OtherSettings>;
  /** As the audit is told. */
  readonly before: KnownState;
  readonly after: KnownState;
}

/** Has what others keep changed by them: all of it, or where one refuses nothing. */
async function changeOtherParts(
  ctx: Context,
  request: SettingsRequest,
  parts: OtherParts,
): Promise<ChangedParts> {
  const { judges, notifications: change, mediaQuotaBytes } = parts;
  const has = (part: object): boolean => Object.keys(part).length > 0;
  // Judges refuse for reasons of their own, and then they have changed nothing; the others are asked first.
  const kinds = [has(judges), has(change), mediaQuotaBytes !== undefined].filter(Boolean).length;
  // They know nothing of his role but what it was when the request was let in.
  if (kinds > 0) await ctx.db.transaction((tx) => holdAsAdmin(tx, request));
  await checkMailbox(ctx, refOf(request), change);
  if (kinds > 1) await tryParts(ctx, request, parts);
  const known = {
    ...(has(judges) && { judges: await changeJudges(ctx, request, judges) }),
    ...(has(change) && {
      notifications: await changeNotifications(ctx, request, { change, isTrial: false }),
    }),
  };
  if (mediaQuotaBytes === undefined) return { known, before: {}, after: {} };
  const ref = refOf(request);
  const question = questionAbout(ctx, ref);
  const former = await ctx.media.call(INTERNAL_OPERATIONS.readMediaUsage, question);
  const media = await changeMediaQuota(ctx, ref, { mediaQuotaBytes, isTrial: false });
  return {
    known: { ...known, media },
    before: { mediaQuotaBytes: former.mediaQuotaBytes },
    after: { mediaQuotaBytes: media.mediaQuotaBytes },
  };
}

async function tryParts(
  ctx: Context,
  request: SettingsRequest,
  { notifications: change, mediaQuotaBytes }: OtherParts,
): Promise<void> {
  if (Object.keys(change).length > 0) {
    await changeNotifications(ctx, request, { change, isTrial: true });
  }
  if (mediaQuotaBytes !== undefined) {
    await changeMediaQuota(ctx, refOf(request), { mediaQuotaBytes, isTrial: true });
  }
}

function refOf({ principal, requestId }: SettingsRequest) {
  return { workspaceId: principal.workspaceId, requestId };
}
