import { INTERNAL_OPERATIONS, type JudgeSettings } from '@output-review/contracts';
import { implement, type Route } from '@output-review/runtime';

import type { WorkspaceJudges } from '../../domain/judges/workspace-judges.ts';
import type { InternalActions } from './internal-actions.ts';

export const makeReadJudgeSettingsRoute = ({ readJudges }: InternalActions): Route =>
  implement(INTERNAL_OPERATIONS.readJudgeSettings, async ({ body }) => ({
    status: 200,
    body: present(await readJudges(body.workspaceId)),
  }));

export const makeChangeJudgeSettingsRoute = ({ changeJudges }: InternalActions): Route =>
  implement(INTERNAL_OPERATIONS.changeJudgeSettings, async ({ body, ...origin }) => ({
    status: 200,
    body: present(await changeJudges(origin, body.workspaceId, body.change)),
  }));

/** Keys stay here; that there is one is all that is told. */
function present(judges: WorkspaceJudges): JudgeSettings {
  return {
    defaultJudgeProvider: judges.defaultProvider,
    judgeProviders: judges.entries.map(({ sealedKey, ...entry }) => ({
      ...entry,
      hasKey: sealedKey !== null,
    })),
    skipJudgesWhenFlagged: judges.skipsWhenFlagged,
  };
}
