import type { Cursor } from '../domain/cursor.ts';
import type { SearchRequest } from '../domain/search-request.ts';
import { type StatusCount, summarize, type Summary } from '../domain/summary.ts';
import type { FoundOutput } from './found-output.ts';

interface Found {
  readonly outputs: readonly FoundOutput[];
  readonly next: Cursor | null;
  readonly counts: readonly StatusCount[];
}

interface Deps {
  readonly findOutputs: (request: SearchRequest) => Promise<Found>;
  readonly countTurns: CountTurns;
}

export type CountTurns = (
  workspaceId: string,
  sessionIds: readonly string[],
) => Promise<Map<string, number>>;

export interface SearchResult {
  readonly outputs: readonly FoundOutput[];
  readonly next: Cursor | null;
  readonly summary: Summary;
  /** Outputs by session, for the sessions of the page. */
  readonly turns: ReadonlyMap<string, number>;
}

export const makeSearchOutputs =
  ({ findOutputs, countTurns }: Deps) =>
  async (request: SearchRequest): Promise<SearchResult> => {
    const { outputs, next, counts } = await findOutputs(request);
    const sessions = outputs.flatMap(({ sessionId }) => (sessionId === null ? [] : [sessionId]));
    const turns = await countTurns(request.filter.workspaceId, [...new Set(sessions)]);
    return { outputs, next, summary: summarize(counts), turns };
  };
