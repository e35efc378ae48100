import { type JudgeSettingsChange, NotificationSettingsChange } from '@output-review/contracts';

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
   * judges and notifications, of which those tell who keep them.
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

function partsOf(change: SettingsChange) {
  const { mediaQuotaBytes, defaultJudgeProvider, judgeProviders, skipJudgesWhenFlagged, ...rest } =
    change;
  const judges = {
    ...(defaultJudgeProvider !== undefined && { defaultJudgeProvider }),
    ...(judgeProviders !== undefined && { judgeProviders }),
    ...(skipJudgesWhenFlagged !== undefined && { skipJudgesWhenFlagged }),
  };
  const { notifications, own } = splitNotifications(rest);
  return { own, others: { judges, notifications, mediaQuotaBytes } };
}

type Rest = Omit<SettingsChange, keyof JudgeSettingsChange | 'mediaQuotaBytes'>;
type Own = Omit<Rest, keyof NotificationSettingsChange>;

/** By the fields of the contract, so that one that is added there goes where it belongs. */
function splitNotifications(rest: Rest): {
  readonly notifications: NotificationSettingsChange;
  readonly own: Own;
} {
  const isOfNotifications = ([field]: [string, unknown]): boolean =>
    Object.hasOwn(NotificationSettingsChange.properties, field);
  const entries = Object.entries(rest);
  return {
    notifications: Object.fromEntries(entries.filter(isOfNotifications)),
    own: Object.fromEntries(entries.filter((entry) => !isOfNotifications(entry))),
  };
}
