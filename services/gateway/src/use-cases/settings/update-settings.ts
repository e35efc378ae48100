import type { JudgeSettingsChange } from '@output-review/contracts';

import type { ReadSettings } from './read-settings.ts';
import type {
  SettingsRef,
  WorkspaceSettings,
  WorkspaceSettingsDeps,
} from './workspace-settings.ts';

interface Deps extends Pick<WorkspaceSettingsDeps, 'changeJudges'> {
  readonly readSettings: ReadSettings;
}

export const makeUpdateSettings =
  ({ changeJudges, readSettings }: Deps) =>
  /** Has each part changed by who keeps it. @returns the settings afterwards. */
  async (ref: SettingsRef, change: JudgeSettingsChange): Promise<WorkspaceSettings> => {
    const isEmpty = Object.keys(change).length === 0;
    return readSettings(ref, isEmpty ? undefined : await changeJudges(ref, change));
  };

export type UpdateSettings = ReturnType<typeof makeUpdateSettings>;
