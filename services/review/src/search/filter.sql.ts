import { foldKey, type SqlClient } from '@output-review/runtime';

import { TERM_FIELDS, type TermField } from '../outputs/search-terms.ts';
import { type FilterSources, findRules, type FoundRules } from './rules.sql.ts';
import type { SearchFilter } from './search.pure.ts';

/** A filter with names, substrings and rules resolved to IDs and values. */
export interface ResolvedFilter extends Omit<
  SearchFilter,
  'project' | 'task' | 'q' | 'ruleId' | 'ruleVersion' | 'ruleOutcomes'
> {
  readonly projectIds?: readonly string[];
  readonly taskIds?: readonly string[];
  readonly found?: FoundTerms;
  readonly rules?: FoundRules;
}

/** The matches of a substring. An output matches if it has any of them. */
export interface FoundTerms {
  readonly projectIds: readonly string[];
  readonly taskIds: readonly string[];
  readonly terms: Readonly<Record<TermField, FoundField>>;
}

/** The matches in one field: these values, too many so that the dictionary is joined, or all values. */
export type FoundField =
  | { readonly kind: 'values'; readonly values: readonly string[] }
  | { readonly kind: 'pattern'; readonly pattern: string }
  | { readonly kind: 'all' };

// Up to here, equality on the field's index is faster than reading every output.
const VALUES_MAX = 2000;

/** @param assertion of the caller. */
export async function resolveFilter(
  sources: FilterSources,
  filter: SearchFilter,
  assertion: string,
): Promise<ResolvedFilter> {
  const { project, task, q, ...others } = filter;
  const { ruleId: _rule, ruleVersion: _version, ruleOutcomes: _outcomes, ...plain } = others;
  const { workspaceId } = filter;
  const { db } = sources;
  const [projectIds, taskIds, found, rules] = await Promise.all([
    project === undefined
      ? undefined
      : findNames(db, { workspaceId, kind: 'project', name: project }),
    task === undefined ? undefined : findNames(db, { workspaceId, kind: 'task', name: task }),
    q === undefined ? undefined : findTerms(db, workspaceId, q),
    findRules(sources, filter, assertion),
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
 * By ID, whole name, or former name. A current name takes precedence over a former one. For tasks this applies within
 * their project only.
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
    db.query<TermsRow>(FIND_VALUES, [workspaceId, pattern, TERM_FIELDS]),
  ]);
  const idsOf = (kind: string) => names.rows.filter((row) => row.kind === kind).map(({ id }) => id);
  const fieldOf = (field: TermField): FoundField => {
    const { values = [], is_everywhere: isEverywhere } =
      terms.rows.find((row) => row.field === field) ?? {};
    if (values.length <= VALUES_MAX) return { kind: 'values', values };
    return isEverywhere ? { kind: 'all' } : { kind: 'pattern', pattern };
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
  readonly values: string[];
  readonly is_everywhere: boolean;
}

// In key order, so that reading stops at the limit if many values match. No EXISTS for a value that does not match:
// PostgreSQL might build a hash table of all of them.
const FIND_VALUES = `
SELECT field,
  ARRAY(
    SELECT value FROM search_terms t
    WHERE t.workspace_id = $1 AND t.field = fields.field AND t.folded LIKE $2
    ORDER BY value LIMIT ${VALUES_MAX + 1}
  ) AS values,
  (
    SELECT true FROM search_terms t
    WHERE t.workspace_id = $1 AND t.field = fields.field AND t.folded NOT LIKE $2
    ORDER BY value LIMIT 1
  ) IS NULL AS is_everywhere
FROM unnest($3::text[]) AS fields (field)`;

/** Sorted names of the tasks with outputs, of one project or of all. */
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
