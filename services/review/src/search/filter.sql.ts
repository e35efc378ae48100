import { foldKey, type SqlClient } from '@output-review/runtime';

import type { TermField } from '../outputs/search-terms.ts';
import { type FindVersionsOfRule, findRules, type FoundRules } from './rules.sql.ts';
import type { SearchFilter } from './search.pure.ts';

/** A filter whose names, parts of words and rules have become ids and values. */
export interface ResolvedFilter extends Omit<
  SearchFilter,
  'project' | 'task' | 'q' | 'ruleId' | 'ruleVersion' | 'ruleOutcomes'
> {
  readonly projectIds?: readonly string[];
  readonly taskIds?: readonly string[];
  readonly found?: FoundTerms;
  readonly rules?: FoundRules;
}

/** Everything that a part of a word stands in; an output matches where any of it is its own. */
export interface FoundTerms {
  readonly projectIds: readonly string[];
  readonly taskIds: readonly string[];
  readonly terms: Readonly<Record<TermField, FoundField>>;
}

/** Where a field has it: these values, so many that the dictionary is joined, or everywhere. */
export type FoundField =
  | { readonly kind: 'values'; readonly values: readonly string[] }
  | { readonly kind: 'pattern'; readonly pattern: string }
  | { readonly kind: 'all' };

// Up to here equality on the field's index is quicker than reading every output.
const VALUES_MAX = 2000;

export async function resolveFilter(
  db: SqlClient,
  filter: SearchFilter,
  findVersionsOfRule: FindVersionsOfRule,
): Promise<ResolvedFilter> {
  const { project, task, q, ruleId, ruleVersion, ruleOutcomes, ...plain } = filter;
  const { workspaceId } = filter;
  const [projectIds, taskIds, found, rules] = await Promise.all([
    project === undefined
      ? undefined
      : findNames(db, { workspaceId, kind: 'project', name: project }),
    task === undefined ? undefined : findNames(db, { workspaceId, kind: 'task', name: task }),
    q === undefined ? undefined : findTerms(db, workspaceId, q),
    findRules(db, { workspaceId, ruleId, ruleVersion, ruleOutcomes }, findVersionsOfRule),
  ]);
  return {
    ...plain,
    ...(projectIds ? { projectIds } : {}),
    ...(taskIds ? { taskIds } : {}),
    ...(found ? { found } : {}),
    ...(rules ? { rules } : {}),
  };
}

interface NameQuery {
  readonly workspaceId: string;
  readonly kind: 'project' | 'task';
  readonly name: string;
  /** Only tasks of these projects. */
  readonly projectIds?: readonly string[];
}

/**
 * By id, by whole name, or by a name that it had before. A present name wins over a former one, of a task within its
 * project only: another project has its own.
 */
export async function findNames(db: SqlClient, query: NameQuery): Promise<string[]> {
  const { rows } = await db.query<NameRow>(
    `SELECT id, project_id, id <> $3 AND name_key <> $4 AS is_former FROM names
     WHERE workspace_id = $1 AND kind = $2 AND NOT deleted
       AND (id = $3 OR name_key = $4 OR $4 = ANY (alias_keys))
       AND ($5::text[] IS NULL OR project_id = ANY ($5))`,
    [query.workspaceId, query.kind, query.name, foldKey(query.name), query.projectIds ?? null],
  );
  const taken = new Set(rows.filter((row) => !row.is_former).map((row) => row.project_id));
  return rows.filter((row) => !row.is_former || !taken.has(row.project_id)).map(({ id }) => id);
}

interface NameRow {
  readonly id: string;
  /** Null for a project. */
  readonly project_id: string | null;
  readonly is_former: boolean;
}

async function findTerms(db: SqlClient, workspaceId: string, q: string): Promise<FoundTerms> {
  const pattern = `%${foldKey(q).replaceAll(/[\\%_]/g, '\\$&')}%`;
  const [names, terms] = await Promise.all([
    db.query<{ kind: string; id: string }>(
      `SELECT kind, id FROM names WHERE workspace_id = $1 AND NOT deleted AND name_key LIKE $2`,
      [workspaceId, pattern],
    ),
    db.query<TermsRow>(
      `SELECT field, count(*) AS n, (array_agg(value))[1:${VALUES_MAX}] AS values
       FROM search_terms WHERE workspace_id = $1 AND folded LIKE $2 GROUP BY field`,
      [workspaceId, pattern],
    ),
  ]);
  const broad = terms.rows.filter(({ n }) => Number(n) > VALUES_MAX);
  const sizes =
    broad.length === 0 ? new Map<TermField, string>() : await countTerms(db, workspaceId);
  const idsOf = (kind: string) => names.rows.filter((row) => row.kind === kind).map(({ id }) => id);
  const fieldOf = (field: TermField): FoundField => {
    const row = terms.rows.find((each) => each.field === field);
    if (!row || Number(row.n) <= VALUES_MAX) return { kind: 'values', values: row?.values ?? [] };
    return sizes.get(field) === row.n ? { kind: 'all' } : { kind: 'pattern', pattern };
  };
  return {
    projectIds: idsOf('project'),
    taskIds: idsOf('task'),
    terms: {
      model: fieldOf('model'),
      session: fieldOf('session'),
      subject: fieldOf('subject'),
      actor: fieldOf('actor'),
    },
  };
}

interface TermsRow {
  readonly field: TermField;
  readonly n: string;
  readonly values: string[];
}

async function countTerms(db: SqlClient, workspaceId: string): Promise<Map<TermField, string>> {
  const { rows } = await db.query<{ field: TermField; n: string }>(
    'SELECT field, count(*) AS n FROM search_terms WHERE workspace_id = $1 GROUP BY field',
    [workspaceId],
  );
  return new Map(rows.map(({ field, n }) => [field, n]));
}

/** Names of the tasks that have outputs, sorted; of one project, or of all. */
export async function findTaskNames(
  db: SqlClient,
  workspaceId: string,
  project: string | undefined,
): Promise<string[]> {
  const projectIds =
    project === undefined
      ? null
      : await findNames(db, { workspaceId, kind: 'project', name: project });
  const { rows } = await db.query<{ name: string }>(
    `SELECT DISTINCT name FROM names
       WHERE workspace_id = $1 AND kind = 'task' AND NOT deleted
         AND ($2::text[] IS NULL OR project_id = ANY ($2)) ORDER BY name`,
    [workspaceId, projectIds],
  );
  return rows.map(({ name }) => name);
}
