import { AppError } from '@output-review/errors';

import type {
  OtherSettings,
  SettingsRef,
  WorkspaceSettings,
  WorkspaceSettingsDeps,
} from './workspace-settings.ts';

export const makeReadSettings =
  ({
    findWorkspace,
    readJudges,
    readNotifications,
    readMediaUsage,
    countOutputs,
  }: Omit<WorkspaceSettingsDeps, 'own'>) =>
  /** @param known what is known already. */
  async (ref: SettingsRef, known: Partial<OtherSettings> = {}): Promise<WorkspaceSettings> => {
    const { workspaceId } = ref;
    const [workspace, judges, notifications, media, counts] = await Promise.all([
      findWorkspace(workspaceId),
      known.judges ?? readJudges(ref),
      known.notifications ?? readNotifications(ref),
      known.media ?? readMediaUsage(ref),
      countOutputs(workspaceId),
    ]);
    if (!workspace) throw new AppError('NOT_FOUND', 'There is no such workspace any more.');
    return { ...workspace, judges, notifications, media, outputs: counts.all };
  };

export type ReadSettings = ReturnType<typeof makeReadSettings>;
