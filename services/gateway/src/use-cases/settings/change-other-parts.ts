import type { JudgeSettingsChange } from '@output-review/contracts';
import type { KnownState } from '@output-review/runtime';

import type {
  SettingsRequest,
  WorkspaceSettings,
  WorkspaceSettingsDeps,
} from './workspace-settings.ts';

export interface OtherParts {
  readonly judges: JudgeSettingsChange;
  /** Undefined: it stays. Null takes the operator's. */
  readonly mediaQuotaBytes: number | null | undefined;
}

export interface ChangedParts {
  /** What need not be read again. */
  readonly known: Partial<Pick<WorkspaceSettings, 'judges' | 'media'>>;
  /** As the audit is told. */
  readonly before: KnownState;
  readonly after: KnownState;
}

type Deps = Pick<WorkspaceSettingsDeps, 'changeJudges' | 'readMediaUsage' | 'changeMediaQuota'>;

/** Has judges and room for files changed by who keeps them: both, or where one refuses neither. */
export async function changeOtherParts(
  deps: Deps,
  request: SettingsRequest,
  { judges, mediaQuotaBytes: quotaBytes }: OtherParts,
): Promise<ChangedParts> {
  const ref = { workspaceId: request.principal.workspaceId, requestId: request.requestId };
  const hasJudges = Object.keys(judges).length > 0;
  // Judges refuse for reasons of their own, and then they have changed nothing.
  if (hasJudges && quotaBytes !== undefined) {
    await deps.changeMediaQuota(ref, { quotaBytes, isTrial: true });
  }
  const changed = hasJudges ? { judges: await deps.changeJudges(request, judges) } : {};
  if (quotaBytes === undefined) return { known: changed, before: {}, after: {} };
  const { mediaQuotaBytes } = await deps.readMediaUsage(ref);
  const media = await deps.changeMediaQuota(ref, { quotaBytes, isTrial: false });
  return {
    known: { ...changed, media },
    before: { mediaQuotaBytes },
    after: { mediaQuotaBytes: media.mediaQuotaBytes },
  };
}
