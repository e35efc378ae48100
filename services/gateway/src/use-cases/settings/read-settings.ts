import type { JudgeSettings } from '@output-review/contracts';
import { AppError } from '@output-review/errors';

import type {
  SettingsRef,
  WorkspaceSettings,
  WorkspaceSettingsDeps,
} from './workspace-settings.ts';

export const makeReadSettings =
  ({ findWorkspace, readJudges, countOutputs }: WorkspaceSettingsDeps) =>
  /** @param known what is known of the judges already. */
  async (ref: SettingsRef, known?: JudgeSettings): Promise<WorkspaceSettings> => {
    const { workspaceId } = ref;
    const [workspace, judges, counts] = await Promise.all([
      findWorkspace(workspaceId),
      known ?? readJudges(ref),
      countOutputs(workspaceId),
    ]);
    if (!workspace) throw new AppError('NOT_FOUND', 'There is no such workspace any more.');
    return { ...workspace, judges, outputs: counts.all };
  };

export type ReadSettings = ReturnType<typeof makeReadSettings>;
