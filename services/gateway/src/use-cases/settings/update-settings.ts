import { changeOtherParts } from './change-other-parts.ts';
import type { ReadSettings } from './read-settings.ts';
import { tellSettingsChanged } from './tell-settings-changed.ts';
import type {
  SettingsChange,
  SettingsRequest,
  WorkspaceSettings,
  WorkspaceSettingsDeps,
} from './workspace-settings.ts';

interface Deps extends WorkspaceSettingsDeps {
  readonly readSettings: ReadSettings;
}

export const makeUpdateSettings =
  (deps: Deps) =>
  /**
   * Has each part changed by who keeps it, once all of them take it: a fault of one changes nothing.
   * The gateway's own part comes last, for nobody refuses it. With it the audit hears of all parts but
   * judges, of which the evaluator tells.
   *
   * @returns the settings afterwards.
   * @throws AppError VALIDATION_FAILED.
   */
  async (request: SettingsRequest, change: SettingsChange): Promise<WorkspaceSettings> => {
    const { workspaceId } = request.principal;
    const ref = { workspaceId, requestId: request.requestId };
    const { own, others } = partsOf(change);
    const changed = await changeOtherParts(deps, request, others);
    await deps.own.change(request, async (former, audit) => {
      const settings = { ...former, ...own };
      const before = { ...former, ...changed.before };
      await tellSettingsChanged(audit, workspaceId, {
        before,
        after: { ...settings, ...changed.after },
      });
      return settings;
    });
    return deps.readSettings(ref, changed.known);
  };

export type UpdateSettings = ReturnType<typeof makeUpdateSettings>;

function partsOf({
  mediaQuotaBytes,
  defaultJudgeProvider,
  judgeProviders,
  skipJudgesWhenFlagged,
  ...own
}: SettingsChange) {
  const judges = {
    ...(defaultJudgeProvider !== undefined && { defaultJudgeProvider }),
    ...(judgeProviders !== undefined && { judgeProviders }),
    ...(skipJudgesWhenFlagged !== undefined && { skipJudgesWhenFlagged }),
  };
  return { own, others: { judges, mediaQuotaBytes } };
}
