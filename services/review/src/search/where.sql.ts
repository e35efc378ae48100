import type { RuleOutcome } from '@output-review/contracts';

import { TERM_COLUMNS, TERM_FIELDS, type TermField } from '../outputs/search-terms.ts';
import type { FoundField, FoundTerms, ResolvedFilter } from './filter.sql.ts';
import type { Position } from './pages.pure.ts';
import { type Ending, type FoundRules, writeEnding } from './rules.sql.ts';

/** Collects the parameters of a statement while its text is built. */
export class SqlParams {
  readonly values: unknown[] = [];

  /** Adds a value and returns its placeholder. */
  add(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  /** Adds a position, to compare with `(o.timestamp, o.id)`. */
  addPosition({ timestamp, id }: Position): string {
    return `(${this.add(timestamp)}, ${this.add(id)})`;
  }
}

/** The condition of a search on `outputs o`. */
export function whereOf(filter: ResolvedFilter, params: SqlParams): string {
  const conditions = [`o.workspace_id = ${params.add(filter.workspaceId)}`, 'o.visible'];
  const equal = (column: string, value: unknown): void => {
    if (value !== undefined) conditions.push(`o.${column} = ${params.add(value)}`);
  };
  const anyOf = (column: string, values: readonly string[] | undefined): void => {
    // For a single value, the index has the outputs in time order.
    if (values?.length === 1) equal(column, values[0]);
    else if (values) conditions.push(isAnyOf(column, params.add(values), 'text'));
  };
  anyOf('project_id', filter.projectIds);
  anyOf('task_id', filter.taskIds);
  equal('status', filter.status);
  if (filter.pending) {
    conditions.push("o.human_decision IS NULL AND o.status IN ('flagged', 'error')");
  }
  equal('model', filter.model);
  equal('session_id', filter.sessionId);
  equal('subject_id', filter.subjectId);
  equal('actor_id', filter.actorId);
  if (filter.tags) conditions.push(...hasTags(filter.tags, params));
  if (filter.from) conditions.push(`o.timestamp >= ${params.add(filter.from)}`);
  if (filter.to) conditions.push(`o.timestamp <= ${params.add(filter.to)}`);
  if (filter.humanDecision === 'none') conditions.push('o.human_decision IS NULL');
  else equal('human_decision', filter.humanDecision);
  // A separate condition, so that the planner uses the index of samples.
  if (filter.sampled !== undefined) conditions.push(filter.sampled ? 'o.sampled' : 'NOT o.sampled');
  equal('decided_by', filter.decidedBy);
  if (filter.reason !== undefined) conditions.push(isDecidedFor(filter.reason, params));
  if (filter.claimedBy !== undefined) conditions.push(isClaimedBy(filter.claimedBy, params));
  if (filter.assignee !== undefined) conditions.push(isAssignedTo(filter, params));
  equal('flagged_by', filter.flaggedBy);
  equal('instructions_version', filter.instructionsVersion);
  equal('revision_of', filter.revisionOf);
  equal('has_action', filter.hasAction);
  if (filter.dueBefore) conditions.push(`o.due_at <= ${params.add(filter.dueBefore)}`);
  if (filter.label || filter.labelSources) conditions.push(...isLabelled(filter, params));
  if (filter.rules) conditions.push(isOfRules(filter.rules, params));
  if (filter.found) conditions.push(foundIn(filter.found, params));
  return conditions.join(' AND ');
}

function hasTags(tags: readonly string[], params: SqlParams): string[] {
  const padded = tags.filter((tag) => tag !== tag.trim());
  const exact = tags.filter((tag) => !padded.includes(tag));
  return [
    ...(exact.length > 0 ? [`o.tags @> ${params.add(exact)}::text[]`] : []),
    ...padded.map((tag) => `o.tags && ${params.add([tag, tag.trim()])}::text[]`),
  ];
}

/**
 * Includes the conditions of the index of decided outputs, for a reason that many have, and of that of reasons, for
 * one that few have.
 */
function isDecidedFor(reason: string, params: SqlParams): string {
  return `o.human_decision IS NOT NULL AND EXISTS (
    SELECT FROM decisions d WHERE d.workspace_id = o.workspace_id AND d.output_id = o.id
      AND d.cleared_at IS NULL AND d.reason_ids IS NOT NULL
      AND d.reason_ids @> ARRAY[${params.add(reason)}]::text[])`;
}

/** Uses the clock by which claims expire. */
function isClaimedBy(who: string, params: SqlParams): string {
  const [not, whose] =
    who === 'none' ? ['NOT ', ''] : ['', ` AND lower(c.email) = lower(${params.add(who)})`];
  return `${not}EXISTS (
    SELECT FROM claims c WHERE c.workspace_id = o.workspace_id AND c.output_id = o.id
      AND c.until > now()${whose})`;
}

/**
 * Includes the condition of the index of assignees. PostgreSQL has no statistics of an expression, and expects that a
 * twentieth of all outputs match. So the columns are compared, too: with few matches, it would read all outputs.
 */
function isAssignedTo({ assignee, me }: ResolvedFilter, params: SqlParams): string {
  if (assignee === 'none') return 'o.assignee_user IS NULL AND o.assignee_group IS NULL';
  const holder = 'coalesce(o.assignee_user, o.assignee_group)';
  const ids =
    me === undefined
      ? `ARRAY[${params.add(assignee)}]`
      : `ARRAY(SELECT ${params.add(me)} UNION ALL SELECT group_id FROM group_members
          WHERE workspace_id = $1 AND user_id = ${params.add(me)})`;
  const isAmong = (column: string) => `${column} = ANY (${ids}::text[])`;
  return `${holder} IS NOT NULL AND ${isAmong(holder)}
    AND (${isAmong('o.assignee_user')} OR ${isAmong('o.assignee_group')})`;
}

/** The condition of the indexes of labelled outputs is separate, so that the planner uses them. */
function isLabelled({ label, labelSources }: ResolvedFilter, params: SqlParams): string[] {
  const isFrom = labelSources ? [isAnyOf('label_source', params.add(labelSources), 'text')] : [];
  if (label === 'none') return ['o.label_source IS NULL', ...isFrom];
  const isSaid = label ? [`o.human_decision ${label === 'good' ? '=' : '<>'} 'approved'`] : [];
  return ['o.label_source IS NOT NULL', ...isSaid, ...isFrom];
}

function isOfRules(rules: FoundRules, params: SqlParams): string {
  switch (rules.kind) {
    case 'applied':
      return isAnyOf('rule_set', params.add(rules.ruleSets), 'bigint');
    case 'any-failed':
      return 'o.failed_versions IS NOT NULL';
    case 'failed':
      return `o.failed_versions && ${params.add(rules.versions)}::text[]`;
    case 'any-ended':
      return hasAnyEnded(rules.outcomes, params);
    case 'ended': {
      const { live, shadow } = rules;
      const isJoined = live.length === 0 || shadow.length === 0;
      const isAmong = (column: SetColumn, endings: readonly Ending[]) =>
        isJoined
          ? hasJoinedSet(column, endsSo(endings, params))
          : hasSet(column, endsSo(endings, params));
      const isLive = () =>
        `${isAmong('outcome_set', live)}${neverPass(live.map(({ outcome }) => outcome))}`;
      const isShadow = () => `o.shadow_set IS NOT NULL AND ${isAmong('shadow_set', shadow)}`;
      if (shadow.length === 0) return isLive();
      return live.length === 0 ? isShadow() : `(${isLive()} OR ${isShadow()})`;
    }
  }
}

type SetColumn = 'outcome_set' | 'shadow_set';

function endsSo(endings: readonly Ending[], params: SqlParams): string {
  return `outcome_endings(s.outcomes) && ${params.add(endings.map(writeEnding))}::text[]`;
}

/**
 * Joins the sets instead of listing them: a frequent outcome may have nearly as many sets as outputs, and each output
 * would be compared with all of them. `$1` is the workspace.
 */
function hasJoinedSet(column: SetColumn, holds: string): string {
  return `EXISTS (
    SELECT FROM outcome_sets s WHERE s.workspace_id = $1 AND s.id = o.${column} AND ${holds})`;
}

/**
 * For an unknown number of sets and other conditions: finds the sets once, before all outputs. IS TRUE prevents a join
 * that may scan them once per output. The planner expects few elements in an array, so it uses a hash table whatever
 * `work_mem` is.
 */
function hasSet(column: SetColumn, holds: string): string {
  return `(o.${column} IN (SELECT unnest(ARRAY(
    SELECT s.id FROM outcome_sets s WHERE s.workspace_id = $1 AND ${holds})))) IS TRUE`;
}

/**
 * A set matches at the first rule with that outcome. Listing all versions with it would be too long to compare with.
 */
function hasAnyEnded(outcomes: readonly RuleOutcome[], params: SqlParams): string {
  const patterns = params.add(outcomes.map((outcome) => `%:${outcome}%`));
  const isAny = `EXISTS (SELECT FROM unnest(s.outcomes) AS entry WHERE entry LIKE ANY (${patterns}::text[]))`;
  return `${hasSet('outcome_set', isAny)}${neverPass(outcomes)}`;
}

/** Outputs with a failed or erred rule do not pass, and these have their own index. */
function neverPass(outcomes: readonly RuleOutcome[]): string {
  const isNever = outcomes.every((outcome) => outcome === 'failed' || outcome === 'error');
  return isNever ? " AND o.status <> 'pass'" : '';
}

/** Without matches, matches nothing. Leaves out fields without matches to keep the plan small. */
function foundIn(found: FoundTerms, params: SqlParams): string {
  const named = [
    ['project_id', found.projectIds],
    ['task_id', found.taskIds],
  ] as const;
  const matches = [
    ...named.map(([column, ids]) => isOneOf(column, ids, params)),
    ...TERM_FIELDS.map((field) => isFound(field, found.terms[field], params)),
  ].filter((match) => match !== null);
  return matches.length === 0 ? 'false' : `(${matches.join(' OR ')})`;
}

function isOneOf(column: string, values: readonly string[], params: SqlParams): string | null {
  return values.length === 0 ? null : isAnyOf(column, params.add(values), 'text');
}

/** `$1` is the workspace. */
function isFound(field: TermField, found: FoundField, params: SqlParams): string | null {
  const column = TERM_COLUMNS[field];
  switch (found.kind) {
    case 'values':
      return isOneOf(column, found.values, params);
    case 'all':
      return `o.${column} IS NOT NULL`;
    case 'pattern':
      return `o.${column} IN (
        SELECT value FROM search_terms
        WHERE workspace_id = $1 AND field = ${params.add(field)}
          AND folded LIKE ${params.add(found.pattern)})`;
  }
}

function isAnyOf(column: string, placeholder: string, type: string): string {
  return `o.${column} = ANY (${placeholder}::${type}[])`;
}
