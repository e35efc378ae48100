import {
  getRule,
  type getRuleResults,
  type listRuleResults,
  type QueryOf,
  type RuleResults,
} from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import type { RequestOf, SqlClient } from '@output-review/runtime';

import type { Context } from '../context.ts';
import { findNames } from '../search/filter.sql.ts';
import { instantOf } from '../search/search.pure.ts';
import { type CountedVersion, presentResults } from './results.pure.ts';
import { type CountedRange, readJudgeCounts, readVersionCounts } from './trust.sql.ts';

type Query = QueryOf<typeof listRuleResults>;

/** By rule name, newest version first. */
export async function listResults(
  ctx: Context,
  request: RequestOf<typeof listRuleResults>,
): Promise<RuleResults[]> {
  return present(sorted(await countVersions(ctx, request)), request.query);
}

/** @throws AppError NOT_FOUND if there is neither such a rule nor a result of one. */
export async function resultsOfRule(
  ctx: Context,
  request: RequestOf<typeof getRuleResults>,
): Promise<RuleResults[]> {
  const { params, assertion, query } = request;
  const versions = await countVersions(ctx, request);
  const ofRule = versions.filter(({ ruleId }) => ruleId === params.id);
  if (ofRule.length === 0) await ctx.evaluator.call(getRule, { params, assertion });
  return present(sorted(ofRule), query);
}

function present(versions: readonly CountedVersion[], query: Query): RuleResults[] {
  const { labels = 'reviewed', project, task } = query;
  return versions.map((version) => presentResults(version, { labels, project, task }));
}

/** Rules by their latest names, each with its newest version first. */
function sorted(versions: readonly CountedVersion[]): CountedVersion[] {
  const newestFirst = versions.toSorted((one, other) => other.version - one.version);
  const names = new Map(newestFirst.toReversed().map(({ ruleId, ruleName }) => [ruleId, ruleName]));
  const nameOf = ({ ruleId }: CountedVersion) => names.get(ruleId) ?? '';
  return newestFirst.sort(
    (one, other) =>
      nameOf(one).localeCompare(nameOf(other), 'en') ||
      one.ruleId.localeCompare(other.ruleId, 'en'),
  );
}

type ResultsRequest = Pick<RequestOf<typeof listRuleResults>, 'query' | 'principal' | 'assertion'>;

/** Rule versions that were applied to outputs of a range, each with its counts. */
async function countVersions(
  { db, ruleVersions }: Context,
  { query, principal: { workspaceId }, assertion }: ResultsRequest,
): Promise<CountedVersion[]> {
  const range = await rangeOf(db, workspaceId, query);
  const [counts, judges] = await Promise.all([
    readVersionCounts(db, range).then(groupByVersion),
    readJudgeCounts(db, range).then(groupByVersion),
  ]);
  const texts = await ruleVersions.lookUp({ workspaceId, assertion }, [...counts.keys()]);
  return [...counts].flatMap(([versionId, ofVersion]) => {
    const text = texts.get(versionId);
    if (!text) return [];
    const { ruleId, ruleVersion: version, ruleName, ruleType } = text;
    const isShadow = ofVersion.some((each) => each.isShadow);
    const taken = { counts: ofVersion, judges: judges.get(versionId) ?? [] };
    return [{ ...{ ruleId, version, ruleName, ruleType, isShadow }, ...taken }];
  });
}

async function rangeOf(db: SqlClient, workspaceId: string, query: Query): Promise<CountedRange> {
  const { project, task } = query;
  const [from, to] = [instantOf(query.from, 'first'), instantOf(query.to, 'last')];
  if (from && to && from > to) {
    throw new AppError('VALIDATION_FAILED', 'The results cannot be computed for this range.', {
      fields: { from: 'Must not be after to.' },
    });
  }
  const find = async (kind: 'project' | 'task', name: string | undefined) =>
    name === undefined ? null : findNames(db, { workspaceId, kind, name });
  const [projectIds, taskIds] = await Promise.all([find('project', project), find('task', task)]);
  return { workspaceId, firstDay: dayOf(from), lastDay: dayOf(to), projectIds, taskIds };
}

const DAY_MS = 86_400_000;

/** The day of a time, since 1970 in UTC. */
function dayOf(time: Date | undefined): number | null {
  return time ? Math.floor(time.getTime() / DAY_MS) : null;
}

function groupByVersion<T extends { readonly versionId: string }>(
  rows: readonly T[],
): Map<string, T[]> {
  const byVersion = new Map<string, T[]>();
  for (const row of rows) {
    const known = byVersion.get(row.versionId);
    if (known) known.push(row);
    else byVersion.set(row.versionId, [row]);
  }
  return byVersion;
}
