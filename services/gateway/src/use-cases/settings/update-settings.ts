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
   * Has each part changed by who keeps it, one after the other: where one refuses, those after it stay.
   *
   * @returns the settings afterwards.
   */
  async (
    ref: SettingsRef,
    { mediaQuotaBytes, ...judges }: SettingsChange,
  ): Promise<WorkspaceSettings> => {
    const hasJudges = Object.keys(judges).length > 0;
    return readSettings(ref, {
      ...(hasJudges && { judges: await changeJudges(ref, judges) }),
      ...(mediaQuotaBytes !== undefined && { media: await changeMediaQuota(ref, mediaQuotaBytes) }),
    });
  };

export type UpdateSettings = ReturnType<typeof makeUpdateSettings>;
