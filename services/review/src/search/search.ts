import type { SqlClient } from '@output-review/runtime';

import type { Context } from '../context.ts';
import { countTurns } from '../details/detail.sql.ts';
import { type FoundOutput, textsAmong } from '../details/listed.sql.ts';
import type { RequestContext } from '../details/rule-versions.ts';
import { countByStatus } from './counts.sql.ts';
import { resolveFilter } from './filter.sql.ts';
import { findPage, type FoundPage, readTexts } from './page.sql.ts';
import type { Cursor } from './pages.pure.ts';
import type { FindVersionsOfRule } from './rules.sql.ts';
import { type SearchRequest, type StatusCount, summarize, type Summary } from './search.pure.ts';

export interface FoundOutputs extends FoundPage {
  readonly counts: readonly StatusCount[];
}

/** One page of a search and the counts of all of it. */
export async function findOutputs(
  db: SqlClient,
  { filter, sort, page, limit, cursor, fields }: SearchRequest,
  findVersionsOfRule: FindVersionsOfRule,
): Promise<FoundOutputs> {
  const resolved = await resolveFilter(db, filter, findVersionsOfRule);
  const offset = cursor ? 0 : (page - 1) * limit;
  const texts = textsAmong(fields);
  const [found, counts] = await Promise.all([
    findPage(db, { filter: resolved, sort, limit, offset, cursor, texts }),
    countByStatus(db, resolved),
  ]);
  return { ...found, counts };
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

export async function search(
  ctx: Context,
  request: SearchRequest,
  assertion: string,
): Promise<SearchResult> {
  const { db } = ctx;
  const { workspaceId } = request.filter;
  const { outputs, withoutTexts, next, counts } = await findOutputs(
    db,
    request,
    versionsOfRule(ctx, { workspaceId, assertion }),
  );
  const page = [...outputs, ...withoutTexts];
  const sessions = page.flatMap(({ sessionId }) => (sessionId === null ? [] : [sessionId]));
  const turns = await countTurns(db, workspaceId, [...new Set(sessions)]);
  const rest = withoutTexts.length > 0 ? readTexts(db, withoutTexts, request.fields) : null;
  return { outputs, rest, next, summary: summarize(counts), turns };
}

/** Finds versions of a rule in the name of who asks. */
export function versionsOfRule(
  { ruleVersions }: Pick<Context, 'ruleVersions'>,
  asking: RequestContext,
): FindVersionsOfRule {
  return async ({ ruleId, ruleVersion }, ids) => {
    const versions = await ruleVersions.lookUp(asking, ids);
    const isAsked = (id: string) => {
      const version = versions.get(id);
      return (
        version?.ruleId === ruleId &&
        (ruleVersion === undefined || version.ruleVersion === ruleVersion)
      );
    };
    return new Set(ids.filter(isAsked));
  };
}
