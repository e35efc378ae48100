import { getInstructionsResults } from '@output-review/contracts';
import { implement, type Route } from '@output-review/runtime';

import { resultsByVersion, type VersionCount } from '../domain/version-results.ts';

interface Deps {
  readonly countByVersion: (
    workspaceId: string,
    names: { readonly project: string; readonly task: string },
  ) => Promise<VersionCount[]>;
}

export const makeInstructionsResultsRoute = ({ countByVersion }: Deps): Route =>
  implement(getInstructionsResults, async ({ query, principal }) => ({
    status: 200,
    body: resultsByVersion(await countByVersion(principal.workspaceId, query)),
  }));
