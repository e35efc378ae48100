import type { JudgeSettings, JudgeSettingsChange } from '@output-review/contracts';
import { asIs, type KnownState } from '@output-review/runtime';

import type {
  MediaUsage,
  SettingsRef,
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

type Deps = Omit<WorkspaceSettingsDeps, 'own'>;

/** Has judges and room for files changed by who keeps them: both, or where one refuses neither. */
export async function changeOtherParts(
  deps: Deps,
  ref: SettingsRef,
  { judges, mediaQuotaBytes: quotaBytes }: OtherParts,
): Promise<ChangedParts> {
  const hasJudges = Object.keys(judges).length > 0;
  // Judges refuse for reasons of their own, and then they have changed nothing.
  if (hasJudges && quotaBytes !== undefined) {
    await deps.changeMediaQuota(ref, { quotaBytes, isTrial: true });
  }
  const ofJudges = hasJudges ? await changeJudges(deps, ref, judges) : UNCHANGED;
  const ofMedia = quotaBytes === undefined ? UNCHANGED : await changeQuota(deps, ref, quotaBytes);
  return {
    known: { ...ofJudges.known, ...ofMedia.known },
    before: { ...ofJudges.before, ...ofMedia.before },
    after: { ...ofJudges.after, ...ofMedia.after },
  };
}

const UNCHANGED: ChangedParts = { known: {}, before: {}, after: {} };

async function changeJudges(
  deps: Deps,
  ref: SettingsRef,
  change: JudgeSettingsChange,
): Promise<ChangedParts> {
  const before = await deps.readJudges(ref);
  const judges = await deps.changeJudges(ref, change);
  // A key shows nowhere: that one was given has to be told by itself.
  const keysGiven = (change.judgeProviders ?? []).filter(({ apiKey }) => apiKey !== undefined);
  return {
    known: { judges },
    before: { ...auditedJudges(before), judgeKeysGiven: 0 },
    after: { ...auditedJudges(judges), judgeKeysGiven: keysGiven.length },
  };
}

function auditedJudges({ defaultJudgeProvider, ...judges }: JudgeSettings): KnownState {
  return { ...judges, defaultJudgeProvider: asIs(defaultJudgeProvider) };
}

async function changeQuota(
  deps: Deps,
  ref: SettingsRef,
  quotaBytes: number | null,
): Promise<ChangedParts> {
  const before: MediaUsage = await deps.readMediaUsage(ref);
  const media = await deps.changeMediaQuota(ref, { quotaBytes, isTrial: false });
  return {
    known: { media },
    before: { mediaQuotaBytes: before.mediaQuotaBytes },
    after: { mediaQuotaBytes: media.mediaQuotaBytes },
  };
}
