import { listTaskNames, searchOutputs } from '@output-review/contracts';
import { implement, type Route, type Sealer } from '@output-review/runtime';

import { writeCursor } from '../domain/cursor.ts';
import { readSearchRequest, type SearchRequest } from '../domain/search-request.ts';
import type { SearchResult } from '../use-cases/search-outputs.ts';
import { type OutputAnswer, presentOutput } from './present-output.ts';

interface Deps {
  readonly search: (request: SearchRequest, assertion: string) => Promise<SearchResult>;
  readonly findTaskNames: (workspaceId: string, project: string | undefined) => Promise<string[]>;
  readonly sealer: Sealer;
}

export const makeSearchRoutes = ({ search, findTaskNames, sealer }: Deps): Route[] => [
  implement(searchOutputs, async ({ query, principal, assertion }) => {
    const request = readSearchRequest(principal.workspaceId, query);
    const { outputs, next, summary, turns } = await search(request, assertion);
    const viewer = { principal, openSealed: sealer.open };
    return {
      status: 200,
      body: {
        executions: outputs.map((output) =>
          pick(presentOutput(output, turns, viewer), request.fields),
        ),
        total: summary.totalRuns,
        page: request.page,
        limit: request.limit,
        summary: { ...summary },
        nextCursor: next ? writeCursor(next, request.sort) : null,
      },
    };
  }),
  implement(listTaskNames, async ({ query, principal }) => ({
    status: 200,
    body: await findTaskNames(principal.workspaceId, query.project),
  })),
];

function pick(answer: OutputAnswer, fields: readonly string[] | null): Partial<OutputAnswer> {
  if (fields === null) return answer;
  return Object.fromEntries(Object.entries(answer).filter(([name]) => fields.includes(name)));
}
