import type { FoundTerms, ResolvedFilter } from './resolve-filter.ts';
import type { SqlParams } from './sql-params.ts';

const TERM_COLUMNS = [
  ['model', 'model'],
  ['session', 'session_id'],
  ['subject', 'subject_id'],
  ['actor', 'actor_id'],
] as const;

/** The condition of a search on `outputs o`. */
export function whereOf(filter: ResolvedFilter, params: SqlParams): string {
  const conditions = [`o.workspace_id = ${params.add(filter.workspaceId)}`, 'o.visible'];
  const equal = (column: string, value: unknown): void => {
    if (value !== undefined) conditions.push(`o.${column} = ${params.add(value)}`);
  };
  const anyOf = (column: string, values: readonly string[] | undefined, type = 'text'): void => {
    if (values) conditions.push(isAnyOf(column, params.add(values), type));
  };
  anyOf('project_id', filter.projectIds);
  anyOf('task_id', filter.taskIds);
  equal('status', filter.status);
  if (filter.pending) {
    conditions.push("o.human_decision IS NULL AND o.status IN ('flagged', 'error')");
  }
  equal('session_id', filter.sessionId);
  equal('subject_id', filter.subjectId);
  equal('actor_id', filter.actorId);
  if (filter.tags) conditions.push(`o.tags @> ${params.add(filter.tags)}::text[]`);
  if (filter.from) conditions.push(`o.timestamp >= ${params.add(filter.from)}`);
  if (filter.to) conditions.push(`o.timestamp <= ${params.add(filter.to)}`);
  equal('human_decision', filter.humanDecision);
  equal('decided_by', filter.decidedBy);
  equal('flagged_by', filter.flaggedBy);
  equal('instructions_version', filter.instructionsVersion);
  equal('revision_of', filter.revisionOf);
  equal('has_action', filter.hasAction);
  if (filter.dueBefore) conditions.push(`o.due_at <= ${params.add(filter.dueBefore)}`);
  anyOf('rule_set', filter.ruleSets, 'bigint');
  if (filter.found) conditions.push(foundIn(filter.found, params));
  return conditions.join(' AND ');
}

/** Nothing found matches nothing; what no field has is left out, so that the planner sees less. */
function foundIn(found: FoundTerms, params: SqlParams): string {
  const columns: [string, readonly string[]][] = [
    ['project_id', found.projectIds],
    ['task_id', found.taskIds],
    ...TERM_COLUMNS.map(([field, column]): [string, readonly string[]] => [
      column,
      found.values[field],
    ]),
  ];
  const matches = columns
    .filter(([, values]) => values.length > 0)
    .map(([column, values]) => isAnyOf(column, params.add(values), 'text'));
  return matches.length === 0 ? 'false' : `(${matches.join(' OR ')})`;
}

function isAnyOf(column: string, placeholder: string, type: string): string {
  return `o.${column} = ANY (${placeholder}::${type}[])`;
}
