import type { JudgeSettingsChange, NotificationSettingsChange } from '@output-review/contracts';
import type { KnownState } from '@output-review/runtime';

import type {
  OtherSettings,
  SettingsRequest,
  WorkspaceSettingsDeps,
} from './workspace-settings.ts';

export interface OtherParts {
  readonly judges: JudgeSettingsChange;
  readonly notifications: NotificationSettingsChange;
  /** Undefined: it stays. Null takes the operator's. */
  readonly mediaQuotaBytes: number | null | undefined;
}

export interface ChangedParts {
  /** What need not be read again. */
  readonly known: Partial<OtherSettings>;
  /** As the audit is told. */
  readonly before: KnownState;
  readonly after: KnownState;
}

type Deps = Pick<
  WorkspaceSettingsDeps,
  'changeJudges' | 'changeNotifications' | 'readMediaUsage' | 'changeMediaQuota'
>;

/** Has what others keep changed by them: all of it, or where one refuses nothing. */
export async function changeOtherParts(
  deps: Deps,
  request: SettingsRequest,
  parts: OtherParts,
): Promise<ChangedParts> {
  const { judges, notifications: change, mediaQuotaBytes: quotaBytes } = parts;
  const has = (part: object): boolean => Object.keys(part).length > 0;
  // Judges refuse for reasons of their own, and then they have changed nothing; the others are asked first.
  const kinds = [has(judges), has(change), quotaBytes !== undefined].filter(Boolean).length;
  if (kinds > 1) await tryParts(deps, request, parts);
  const known = {
    ...(has(judges) && { judges: await deps.changeJudges(request, judges) }),
    ...(has(change) && {
      notifications: await deps.changeNotifications(request, { change, isTrial: false }),
    }),
  };
  if (quotaBytes === undefined) return { known, before: {}, after: {} };
  const ref = refOf(request);
  const { mediaQuotaBytes } = await deps.readMediaUsage(ref);
  const media = await deps.changeMediaQuota(ref, { quotaBytes, isTrial: false });
  return {
    known: { ...known, media },
    before: { mediaQuotaBytes },
    after: { mediaQuotaBytes: media.mediaQuotaBytes },
  };
}

async function tryParts(
  deps: Deps,
  request: SettingsRequest,
  { notifications: change, mediaQuotaBytes: quotaBytes }: OtherParts,
): Promise<void> {
  if (Object.keys(change).length > 0) {
    await deps.changeNotifications(request, { change, isTrial: true });
  }
  if (quotaBytes !== undefined) {
    await deps.changeMediaQuota(refOf(request), { quotaBytes, isTrial: true });
  }
}

function refOf({ principal, requestId }: SettingsRequest) {
  return { workspaceId: principal.workspaceId, requestId };
}
