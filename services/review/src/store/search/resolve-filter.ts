import { foldKey, type SqlClient } from '@output-review/runtime';

import type { SearchFilter } from '../../domain/search-request.ts';
import type { TermField } from '../search-terms.ts';

/** A filter whose names, parts of words and rules have become ids and values. */
export interface ResolvedFilter extends Omit<SearchFilter, 'project' | 'task' | 'q' | 'ruleId'> {
  readonly projectIds?: readonly string[];
  readonly taskIds?: readonly string[];
  readonly found?: FoundTerms;
  readonly ruleSets?: readonly string[];
}

/** Everything that a part of a word stands in; an output matches where any of it is its own. */
export interface FoundTerms {
  readonly projectIds: readonly string[];
  readonly taskIds: readonly string[];
  readonly values: Readonly<Record<TermField, readonly string[]>>;
}

/** Finds the versions of a rule among these; asked of whoever keeps the rules. */
export type FindVersionsOfRule = (
  ruleId: string,
  versionIds: readonly string[],
) => Promise<Set<string>>;

export async function resolveFilter(
  db: SqlClient,
  filter: SearchFilter,
  findVersionsOfRule: FindVersionsOfRule,
): Promise<ResolvedFilter> {
  const { project, task, q, ruleId, ...plain } = filter;
  const { workspaceId } = filter;
  const [projectIds, taskIds, found, ruleSets] = await Promise.all([
    project === undefined
      ? undefined
      : findNames(db, { workspaceId, kind: 'project', name: project }),
    task === undefined ? undefined : findNames(db, { workspaceId, kind: 'task', name: task }),
    q === undefined ? undefined : findTerms(db, workspaceId, q),
    ruleId === undefined
      ? undefined
      : findRuleSets(db, { workspaceId, ruleId }, findVersionsOfRule),
  ]);
  return {
    ...plain,
    ...(projectIds ? { projectIds } : {}),
    ...(taskIds ? { taskIds } : {}),
    ...(found ? { found } : {}),
    ...(ruleSets ? { ruleSets } : {}),
  };
}

interface NameQuery {
  readonly workspaceId: string;
  readonly kind: 'project' | 'task';
  readonly name: string;
}

/** By id, by whole name, or by a name that it had before. A present name wins over a former one. */
export async function findNames(db: SqlClient, query: NameQuery): Promise<string[]> {
  const { rows } = await db.query<{ id: string; is_former: boolean }>(
    `SELECT id, id <> $3 AND name_key <> $4 AS is_former FROM names
     WHERE workspace_id = $1 AND kind = $2 AND NOT deleted
       AND (id = $3 OR name_key = $4 OR $4 = ANY (alias_keys))`,
    [query.workspaceId, query.kind, query.name, foldKey(query.name)],
  );
  const present = rows.filter((row) => !row.is_former);
  return (present.length > 0 ? present : rows).map(({ id }) => id);
}

async function findTerms(db: SqlClient, workspaceId: string, q: string): Promise<FoundTerms> {
  const pattern = `%${foldKey(q).replaceAll(/[\\%_]/g, '\\$&')}%`;
  const [names, terms] = await Promise.all([
    db.query<{ kind: string; id: string }>(
      `SELECT kind, id FROM names WHERE workspace_id = $1 AND NOT deleted AND name_key LIKE $2`,
      [workspaceId, pattern],
    ),
    db.query<{ field: TermField; values: string[] }>(
      `SELECT field, array_agg(value) AS values FROM search_terms
       WHERE workspace_id = $1 AND folded LIKE $2 GROUP BY field`,
      [workspaceId, pattern],
    ),
  ]);
  const idsOf = (kind: string) => names.rows.filter((row) => row.kind === kind).map(({ id }) => id);
  const valuesOf = (field: TermField) =>
    terms.rows.find((row) => row.field === field)?.values ?? [];
  return {
    projectIds: idsOf('project'),
    taskIds: idsOf('task'),
    values: {
      model: valuesOf('model'),
      session: valuesOf('session'),
      subject: valuesOf('subject'),
      actor: valuesOf('actor'),
    },
  };
}

async function findRuleSets(
  db: SqlClient,
  { workspaceId, ruleId }: { workspaceId: string; ruleId: string },
  findVersionsOfRule: FindVersionsOfRule,
): Promise<string[]> {
  const { rows } = await db.query<{ id: string; version_ids: string[] }>(
    'SELECT id, version_ids FROM rule_sets WHERE workspace_id = $1',
    [workspaceId],
  );
  const all = [...new Set(rows.flatMap(({ version_ids: ids }) => ids))];
  if (all.length === 0) return [];
  const versions = await findVersionsOfRule(ruleId, all);
  return rows
    .filter(({ version_ids: ids }) => ids.some((id) => versions.has(id)))
    .map(({ id }) => id);
}
