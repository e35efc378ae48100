import { countTurns } from '../details/detail.sql.ts';
import { type FoundOutput, textsAmong } from '../details/listed.sql.ts';
import { countByStatus } from './counts.sql.ts';
import { resolveFilter } from './filter.sql.ts';
import { findPage, readTexts } from './page.sql.ts';
import type { Cursor } from './pages.pure.ts';
import type { FilterSources } from './rules.sql.ts';
import { type SearchRequest, summarize, type Summary } from './search.pure.ts';

export interface SearchResult {
  readonly outputs: readonly FoundOutput[];
  /** The rest of a page that is too large to hold, streamed on demand. Mostly null. */
  readonly rest: AsyncIterable<FoundOutput> | null;
  readonly next: Cursor | null;
  readonly summary: Summary;
  /** The number of outputs of each session on the page, if it is returned. */
  readonly turns: ReadonlyMap<string, number>;
}

/** One page of a search, with the counts of all matches. */
export async function search(
  sources: FilterSources,
  { filter: asked, sort, page, limit, cursor, fields }: SearchRequest,
  assertion: string,
): Promise<SearchResult> {
  const { db } = sources;
  const filter = await resolveFilter(sources, asked, assertion);
  const offset = cursor ? 0 : (page - 1) * limit;
  const [{ outputs, withoutTexts, next }, counts] = await Promise.all([
    findPage(db, { filter, sort, limit, offset, cursor, texts: textsAmong(fields) }),
    countByStatus(db, filter),
  ]);
  const found = fields?.includes('sessionTurnCount') === false ? [] : [...outputs, ...withoutTexts];
  const sessions = found.flatMap(({ sessionId }) => (sessionId === null ? [] : [sessionId]));
  const turns = await countTurns(db, filter.workspaceId, [...new Set(sessions)]);
  const rest = withoutTexts.length > 0 ? readTexts(db, withoutTexts, fields) : null;
  return { outputs, rest, next, summary: summarize(counts), turns };
}
