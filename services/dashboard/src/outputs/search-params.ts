import { leaveOutUndefined, readOneOf, readText } from '../app/address.ts';
import { readInstant } from './instant.ts';
import type { SearchQuery as Query } from './queries.ts';

/** The search filters, without pagination. */
export type SearchFilters = Omit<Query, 'page' | 'limit' | 'cursor' | 'fields'>;

/** The whole view in the URL: filters, order and columns. */
export type SearchParams = {
  readonly [K in keyof SearchFilters]: NonNullable<SearchFilters[K]>;
} & {
  /** Column IDs, separated by commas. */
  readonly columns?: string;
  /** The ID of the open view, kept when its filters change. */
  readonly view?: string;
};
export type FilterName = Exclude<keyof SearchFilters, 'sortBy' | 'sortDir'>;

export const STATUSES = ['pending', 'pass', 'flagged', 'error'] as const;
export const DECISIONS = ['approved', 'rejected', 'changed', 'handled', 'none'] as const;
const OUTCOMES = ['passed', 'failed', 'error', 'skipped'] as const;
const LABELS = ['good', 'bad', 'none'] as const;
const LABEL_SOURCES = ['reviewed', 'bulk', 'imported'] as const;
const SORT_COLUMNS = [
  'timestamp',
  'projectName',
  'model',
  'status',
  'latencyMs',
  'costUsd',
  'respondBy',
] as const;

const TEXT_FILTERS = [
  'q',
  'project',
  'task',
  'model',
  'sessionId',
  'subjectId',
  'actorId',
  'tags',
  'decidedBy',
  'reason',
  'claimedBy',
  'assignee',
  'ruleId',
  'flaggedBy',
  'revisionOf',
] as const;
const TIME_FILTERS = ['from', 'to', 'dueBefore'] as const;
/** Filters that are points in time. */
export const TIMES: ReadonlySet<FilterName> = new Set(TIME_FILTERS);

/** Reads a view from the URL and drops malformed values. */
export function readSearchParams(raw: Readonly<Record<string, unknown>>): SearchParams {
  const found: Record<string, unknown> = {
    pending: readFlag(raw['pending']),
    hasAction: readFlag(raw['hasAction']),
    sampled: readFlag(raw['sampled']),
    status: readOneOf(STATUSES, raw['status']),
    humanDecision: readOneOf(DECISIONS, raw['humanDecision']),
    ruleOutcome: readList(OUTCOMES, raw['ruleOutcome']),
    label: readOneOf(LABELS, raw['label']),
    labelSource: readList(LABEL_SOURCES, raw['labelSource']),
    sortBy: readOneOf(SORT_COLUMNS, raw['sortBy']),
    sortDir: readOneOf(['asc', 'desc'], raw['sortDir']),
    instructionsVersion: readVersion(raw['instructionsVersion']),
    columns: readText(raw['columns']),
    view: readText(raw['view']),
  };
  for (const name of TEXT_FILTERS) found[name] = readText(raw[name]);
  for (const name of TIME_FILTERS) found[name] = readTime(name, raw[name]);
  // The API accepts a version only together with a rule.
  if (found['ruleId'] !== undefined) found['ruleVersion'] = readVersion(raw['ruleVersion']);
  // Each value was parsed by its type above.
  return leaveOutUndefined(found);
}

/** Converts a query of the API to search params of the URL. */
export function paramsOfQuery(query: string): SearchParams {
  return readSearchParams(Object.fromEntries(new URLSearchParams(query)));
}

function readFlag(value: unknown): boolean | undefined {
  if (value === true || value === 'true') return true;
  return value === false || value === 'false' ? false : undefined;
}

function readVersion(value: unknown): number | undefined {
  const version = Number(readText(value) ?? Number.NaN);
  return Number.isSafeInteger(version) && version >= 1 ? version : undefined;
}

/** The time of a filter: a date means its start for `from`, and its end otherwise. */
export function readTime(name: (typeof TIME_FILTERS)[number], value: unknown): string | undefined {
  return readInstant(readText(value) ?? '', name === 'from' ? 'first' : 'last');
}

/** Parses a comma-separated list of known values. */
function readList(members: readonly string[], value: unknown): string | undefined {
  const text = readText(value);
  return text?.split(',').every((each) => members.includes(each)) === true ? text : undefined;
}
