import type { ReadSettings } from './read-settings.ts';
import type {
  SettingsChange,
  SettingsRef,
  WorkspaceSettings,
  WorkspaceSettingsDeps,
} from './workspace-settings.ts';

interface Deps extends Pick<WorkspaceSettingsDeps, 'changeJudges' | 'changeMediaQuota'> {
  readonly readSettings: ReadSettings;
}

export const makeUpdateSettings =
  ({ changeJudges, changeMediaQuota, readSettings }: Deps) =>
  /**
   * Has each part changed by who keeps it, once all of them take it: a fault of one changes nothing.
   *
   * @returns the settings afterwards.
   * @throws AppError VALIDATION_FAILED.
   */
  async (
    ref: SettingsRef,
    { mediaQuotaBytes, ...judges }: SettingsChange,
  ): Promise<WorkspaceSettings> => {
    const hasJudges = Object.keys(judges).length > 0;
    const changeQuota = async (isTrial: boolean) =>
      mediaQuotaBytes === undefined
        ? undefined
        : changeMediaQuota(ref, { quotaBytes: mediaQuotaBytes, isTrial });
    // Judges refuse for reasons of their own, and then they have changed nothing.
    if (hasJudges) await changeQuota(true);
    const changed = hasJudges ? await changeJudges(ref, judges) : undefined;
    const media = await changeQuota(false);
    return readSettings(ref, { ...(changed && { judges: changed }), ...(media && { media }) });
  };

export type UpdateSettings = ReturnType<typeof makeUpdateSettings>;
