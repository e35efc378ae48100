import { type Clock, newId, type Route, type SqlClient } from '@output-review/runtime';

import type { Evaluator } from './clients/evaluator.ts';
import type { Media } from './clients/media.ts';
import type { Review } from './clients/review.ts';
import { makeSettingsRoutes } from './http/settings/settings-routes.ts';
import type { AuditedChange } from './store/audited-change.ts';
import { findWorkspace } from './store/people/workspaces.ts';
import { makeOwnSettings } from './store/workspaces/change-workspace.ts';
import { makeReadSettings } from './use-cases/settings/read-settings.ts';
import { makeUpdateSettings } from './use-cases/settings/update-settings.ts';

interface SettingsParts {
  readonly database: SqlClient;
  readonly clock: Clock;
  readonly change: AuditedChange;
  readonly evaluator: Evaluator;
  readonly review: Review;
  readonly media: Media;
}

/** Puts the settings together of those who keep a part of them. */
export function composeSettings(parts: SettingsParts): readonly Route[] {
  const { database, clock, change, evaluator, review, media } = parts;
  const deps = {
    own: makeOwnSettings(change, { newId, now: () => clock.now() }),
    findWorkspace: (workspaceId: string) => findWorkspace(database, workspaceId),
    readJudges: evaluator.readJudges,
    changeJudges: evaluator.changeJudges,
    readMediaUsage: media.readUsage,
    changeMediaQuota: media.changeQuota,
    countOutputs: review.countOutputs,
  };
  const readSettings = makeReadSettings(deps);
  const updateSettings = makeUpdateSettings({ ...deps, readSettings });
  return makeSettingsRoutes({ readSettings, updateSettings });
}
