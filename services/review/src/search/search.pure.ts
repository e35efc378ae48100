import {
  type AnswerOf,
  LABEL_SOURCES,
  type LabelSource,
  OUTPUT_COLUMNS,
  type OutputStatus,
  parseInstant,
  type QueryOf,
  RULE_OUTCOMES,
  type RuleOutcome,
  type searchOutputs,
  type WorkspacePrincipal,
} from '@output-review/contracts';
import { AppError } from '@output-review/errors';

import { type Cursor, pageFaultOf, readCursor, type Sort } from './pages.pure.ts';

type Query = QueryOf<typeof searchOutputs>;
export type FilterQuery = Omit<
  Query,
  'page' | 'limit' | 'sortBy' | 'sortDir' | 'cursor' | 'fields'
> & {
  /** The user that `me` stands for. Without one, `me` matches nothing. */
  readonly me?: string;
};

/** Fields with different formats in a query and in a filter. */
type Written = 'pending' | 'tags' | 'from' | 'to' | 'ruleOutcome' | 'labelSource' | 'dueBefore';

/** Selects outputs. An absent filter matches all. */
export interface SearchFilter extends Readonly<Omit<FilterQuery, Written>> {
  readonly workspaceId: string;
  readonly pending?: true;
  /** All of these, as written: tags may be stored with or without surrounding whitespace. */
  readonly tags?: readonly string[];
  readonly from?: Date;
  readonly to?: Date;
  /** Any of these. */
  readonly ruleOutcomes?: readonly RuleOutcome[];
  /** Any of these. */
  readonly labelSources?: readonly LabelSource[];
  readonly dueBefore?: Date;
}

export interface SearchRequest {
  readonly filter: SearchFilter;
  readonly sort: Sort;
  readonly page: number;
  readonly limit: number;
  readonly cursor: Cursor | null;
  /** The columns to return. Null returns all. */
  readonly fields: readonly string[] | null;
}

/** @throws AppError VALIDATION_FAILED with every error that the schema does not cover. */
export function readSearchRequest(
  workspaceId: string,
  query: Query & Pick<SearchFilter, 'me'>,
): SearchRequest {
  const { page, limit, sortBy, sortDir, cursor: given, fields: listed, ...filters } = query;
  const sort: Sort = { by: sortBy ?? 'timestamp', direction: sortDir ?? 'desc' };
  const { filter, faults: filterFaults } = readFilter(workspaceId, filters);
  const names = namesIn(listed ?? '');
  const fields = names.length > 0 ? names : null;
  const cursor = given === undefined ? null : readCursor(given, sort);

  const faults: Record<string, string> = {
    ...pageFaultOf(query, 'continue with cursor.'),
    ...filterFaults,
  };
  const unknown = fields?.find((name) => !Object.hasOwn(OUTPUT_COLUMNS, name));
  if (unknown !== undefined) faults['fields'] = `There is no column ${unknown}.`;
  if (given !== undefined && cursor === null) {
    faults['cursor'] = 'Must be the nextCursor of a response with the same sort order.';
  }
  if (Object.keys(faults).length > 0) {
    throw new AppError('VALIDATION_FAILED', 'The search is not valid.', { fields: faults });
  }
  return { filter, sort, page, limit, cursor, fields };
}

/** Replaces `me` in a query. A token has no claims and no assignments. */
export function namingMe<Q extends { readonly claimedBy?: string; readonly assignee?: string }>(
  query: Q,
  principal: WorkspacePrincipal,
): Q & Pick<SearchFilter, 'me'> {
  if (principal.kind !== 'user') return query;
  return {
    ...query,
    ...(query.claimedBy === 'me' && { claimedBy: principal.email }),
    ...(query.assignee === 'me' && { me: principal.userId }),
  };
}

/** The filter of a query, and the errors that the schema does not cover, by field. */
export function readFilter(
  workspaceId: string,
  query: FilterQuery,
): { readonly filter: SearchFilter; readonly faults: Readonly<Record<string, string>> } {
  const { pending, tags, dueBefore, ruleOutcome, labelSource, from: _f, to: _t, ...plain } = query;
  const from = instantOf(query.from, 'first');
  const to = instantOf(query.to, 'last');
  const due = instantOf(dueBefore, 'last');
  const outcomes = listedIn(RULE_OUTCOMES, ruleOutcome);
  const sources = listedIn(LABEL_SOURCES, labelSource);
  const wanted = partsOf(tags ?? '');
  const filter = {
    workspaceId,
    ...plain,
    ...(pending === true && { pending }),
    ...(wanted.length > 0 && { tags: wanted }),
    ...(outcomes.length > 0 && { ruleOutcomes: outcomes }),
    ...(sources.length > 0 && { labelSources: sources }),
    ...(from && { from }),
    ...(to && { to }),
    ...(due && { dueBefore: due }),
  };
  const faults = {
    ...(from && to && from > to && { from: 'Must not be after to.' }),
    ...(query.ruleVersion !== undefined &&
      query.ruleId === undefined && { ruleVersion: 'Requires ruleId.' }),
  };
  return { filter, faults };
}

/** The time in a validated query. */
export function instantOf(text: string | undefined, edge: 'first' | 'last'): Date | undefined {
  return text === undefined ? undefined : (parseInstant(text, edge) ?? undefined);
}

/** The names that a comma-separated list contains. */
function listedIn<N extends string>(names: readonly N[], list = ''): readonly N[] {
  const listed = new Set<string>(list.split(','));
  return names.filter((name) => listed.has(name));
}

function namesIn(list: string): string[] {
  return [...new Set(partsOf(list).map((name) => name.trim()))];
}

/** The non-blank items of a comma-separated list. */
function partsOf(list: string): string[] {
  return [...new Set(list.split(','))].filter((part) => part.trim() !== '');
}

/** The number of outputs by status, decided or not. */
export interface StatusCount {
  readonly status: OutputStatus;
  readonly isDecided: boolean;
  readonly count: number;
}

export type Summary = AnswerOf<typeof searchOutputs>['summary'];

export function summarize(counts: readonly StatusCount[]): Summary {
  const sum = (matches: (count: StatusCount) => boolean) =>
    counts.reduce((total, each) => total + (matches(each) ? each.count : 0), 0);
  const isFailure = ({ status }: StatusCount) => status === 'flagged' || status === 'error';
  const passed = sum(({ status }) => status === 'pass');
  const failuresDetected = sum(isFailure);
  const evaluated = passed + failuresDetected;
  return {
    totalRuns: sum(() => true),
    failuresDetected,
    pendingReviews: sum((each) => isFailure(each) && !each.isDecided),
    successRate: evaluated === 0 ? 0 : passed / evaluated,
  };
}
