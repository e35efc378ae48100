import { type AnswerOf, listTaskNames, searchOutputs } from '@output-review/contracts';
import { flowList, implement, type Route, type Sealer } from '@output-review/runtime';

import { writeCursor } from '../domain/cursor.ts';
import { readSearchRequest, type SearchRequest } from '../domain/search-request.ts';
import type { FoundOutput } from '../use-cases/found-output.ts';
import type { SearchResult } from '../use-cases/search-outputs.ts';
import { type OutputAnswer, presentOutput } from './present-output.ts';

type Answer = AnswerOf<typeof searchOutputs>;

interface Deps {
  readonly search: (request: SearchRequest, assertion: string) => Promise<SearchResult>;
  readonly findTaskNames: (workspaceId: string, project: string | undefined) => Promise<string[]>;
  readonly sealer: Sealer;
}

export const makeSearchRoutes = ({ search, findTaskNames, sealer }: Deps): Route[] => [
  implement(searchOutputs, async ({ query, principal, assertion }) => {
    const request = readSearchRequest(principal.workspaceId, query);
    const { outputs, rest, next, summary, turns } = await search(request, assertion);
    const viewer = { principal, openSealed: sealer.open };
    const present = (output: FoundOutput) =>
      pick(presentOutput(output, turns, viewer), request.fields);
    const executions = outputs.map(present);
    const page = {
      total: summary.totalRuns,
      page: request.page,
      limit: request.limit,
      summary: { ...summary },
      nextCursor: next ? writeCursor(next, request.sort) : null,
    };
    const body = rest
      ? flowList<Answer, 'executions'>(page, 'executions', presentAll(executions, rest, present))
      : { executions, ...page };
    return { status: 200, body };
  }),
  implement(listTaskNames, async ({ query, principal }) => ({
    status: 200,
    body: await findTaskNames(principal.workspaceId, query.project),
  })),
];

async function* presentAll<T>(
  presented: readonly T[],
  rest: AsyncIterable<FoundOutput>,
  present: (output: FoundOutput) => T,
): AsyncGenerator<T> {
  yield* presented;
  for await (const output of rest) yield present(output);
}

function pick(answer: OutputAnswer, fields: readonly string[] | null): Partial<OutputAnswer> {
  if (fields === null) return answer;
  return Object.fromEntries(Object.entries(answer).filter(([name]) => fields.includes(name)));
}
