import { type Clock, newId, type Route, type SqlClient } from '@output-review/runtime';

import type { Evaluator } from './clients/evaluator.ts';
import type { Media } from './clients/media.ts';
import type { Review } from './clients/review.ts';
import { makeSettingsRoutes } from './http/settings/settings-routes.ts';
import { makeEraseWorkspaceRoute } from './http/workspaces/erase-route.ts';
import type { AuditedChange } from './store/audited-change.ts';
import { findWorkspace } from './store/people/workspaces.ts';
import { makeOwnSettings } from './store/workspaces/change-workspace.ts';
import { makeHoldToErase } from './store/workspaces/end-workspace.ts';
import { makeReadSettings } from './use-cases/settings/read-settings.ts';
import { makeUpdateSettings } from './use-cases/settings/update-settings.ts';
import { makeEraseWorkspace } from './use-cases/workspaces/erase-workspace.ts';

interface SettingsParts {
  readonly database: SqlClient;
  readonly clock: Clock;
  readonly change: AuditedChange;
  readonly evaluator: Evaluator;
  readonly review: Review;
  readonly media: Media;
}

/** Puts the settings together of those who keep a part of them, and how a workspace ends. */
export function composeSettings(parts: SettingsParts): readonly Route[] {
  const { database, clock, change, evaluator, review, media } = parts;
  const telling = { newId, now: () => clock.now() };
  const deps = {
    own: makeOwnSettings(change, telling),
    findWorkspace: (workspaceId: string) => findWorkspace(database, workspaceId),
    readJudges: evaluator.readJudges,
    changeJudges: evaluator.changeJudges,
    readNotifications: review.readNotifications,
    changeNotifications: review.changeNotifications,
    readMediaUsage: media.readUsage,
    changeMediaQuota: media.changeQuota,
    countOutputs: review.countOutputs,
  };
  const readSettings = makeReadSettings(deps);
  const updateSettings = makeUpdateSettings({ ...deps, readSettings });
  return [
    ...makeSettingsRoutes({ readSettings, updateSettings }),
    makeEraseWorkspaceRoute({
      eraseWorkspace: makeEraseWorkspace({ hold: makeHoldToErase(change, telling) }),
    }),
  ];
}
