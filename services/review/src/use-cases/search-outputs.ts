import type { Cursor } from '../domain/cursor.ts';
import type { SearchRequest } from '../domain/search-request.ts';
import { type StatusCount, summarize, type Summary } from '../domain/summary.ts';
import type { FoundOutput } from './found-output.ts';
import type { CountTurns, LookUpRuleVersions } from './look-ups.ts';

interface Found {
  readonly outputs: readonly FoundOutput[];
  readonly withoutTexts: readonly FoundOutput[];
  readonly next: Cursor | null;
  readonly counts: readonly StatusCount[];
}

interface Deps {
  readonly findOutputs: (
    request: SearchRequest,
    findVersionsOfRule: (ruleId: string, versionIds: readonly string[]) => Promise<Set<string>>,
  ) => Promise<Found>;
  readonly readTexts: (
    outputs: readonly FoundOutput[],
    fields: readonly string[] | null,
  ) => AsyncIterable<FoundOutput>;
  readonly lookUpRuleVersions: LookUpRuleVersions;
  readonly countTurns: CountTurns;
}

export interface SearchResult {
  readonly outputs: readonly FoundOutput[];
  /** The rest of a page that is too large to be held, read while it is asked for; mostly null. */
  readonly rest: AsyncIterable<FoundOutput> | null;
  readonly next: Cursor | null;
  readonly summary: Summary;
  /** Outputs by session, for the sessions of the page. */
  readonly turns: ReadonlyMap<string, number>;
}

export const makeSearchOutputs =
  ({ findOutputs, readTexts, countTurns, lookUpRuleVersions }: Deps) =>
  async (request: SearchRequest, assertion: string): Promise<SearchResult> => {
    const { workspaceId } = request.filter;
    const { outputs, withoutTexts, next, counts } = await findOutputs(
      request,
      async (ruleId, ids) => {
        const versions = await lookUpRuleVersions({ workspaceId, assertion }, ids);
        return new Set(ids.filter((id) => versions.get(id)?.ruleId === ruleId));
      },
    );
    const page = [...outputs, ...withoutTexts];
    const sessions = page.flatMap(({ sessionId }) => (sessionId === null ? [] : [sessionId]));
    const turns = await countTurns(workspaceId, [...new Set(sessions)]);
    const rest = withoutTexts.length > 0 ? readTexts(withoutTexts, request.fields) : null;
    return { outputs, rest, next, summary: summarize(counts), turns };
  };
