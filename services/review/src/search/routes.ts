import { type AnswerOf, listTaskNames, searchOutputs } from '@output-review/contracts';
import { streamList } from '@output-review/runtime';

import { route } from '../context.ts';
import type { FoundOutput } from '../details/listed.sql.ts';
import { type OutputAnswer, presentOutput } from '../details/present.ts';
import { findTaskNames } from './filter.sql.ts';
import { writeCursor } from './pages.pure.ts';
import { namingMe, readSearchRequest } from './search.pure.ts';
import { search } from './search.ts';

type Answer = AnswerOf<typeof searchOutputs>;

export const searchRoutes = [
  route(searchOutputs, async (ctx, { query, principal, assertion }) => {
    const request = readSearchRequest(principal.workspaceId, namingMe(query, principal));
    const { outputs, rest, next, summary, turns } = await search(ctx, request, assertion);
    const viewer = { principal, encryptor: ctx.encryptor };
    const present = (output: FoundOutput) =>
      pick(presentOutput(output, turns, viewer), request.fields);
    const executions = outputs.map(present);
    const page = {
      total: summary.totalRuns,
      page: request.page,
      limit: request.limit,
      summary,
      nextCursor: next ? writeCursor(next, request.sort) : null,
    };
    const body = rest
      ? streamList<Answer, 'executions'>(page, 'executions', presentAll(executions, rest, present))
      : { executions, ...page };
    return { status: 200, body };
  }),
  route(listTaskNames, async ({ db }, { query, principal }) => ({
    status: 200,
    body: await findTaskNames(db, principal.workspaceId, query.project),
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
