import {
  type Decision,
  OUTPUT_COLUMNS,
  type OutputStatus,
  parseInstant,
  type QueryOf,
  type searchOutputs,
} from '@output-review/contracts';
import { AppError } from '@output-review/errors';

import { type Cursor, pageFaultOf, readCursor, type Sort } from './pages.pure.ts';

/** Which outputs; what is absent does not matter. */
export interface SearchFilter {
  readonly workspaceId: string;
  readonly pending?: true;
  readonly status?: OutputStatus;
  readonly project?: string;
  readonly task?: string;
  readonly sessionId?: string;
  readonly subjectId?: string;
  readonly actorId?: string;
  readonly q?: string;
  readonly model?: string;
  readonly tags?: readonly string[];
  readonly from?: Date;
  readonly to?: Date;
  readonly humanDecision?: Decision | 'none';
  readonly sampled?: boolean;
  readonly decidedBy?: string;
  readonly ruleId?: string;
  readonly ruleOutcome?: 'failed';
  readonly flaggedBy?: string;
  readonly instructionsVersion?: number;
  readonly revisionOf?: string;
  readonly hasAction?: boolean;
  readonly dueBefore?: Date;
}

export interface SearchRequest {
  readonly filter: SearchFilter;
  readonly sort: Sort;
  readonly page: number;
  readonly limit: number;
  readonly cursor: Cursor | null;
  /** Columns to answer with; null is all of them. */
  readonly fields: readonly string[] | null;
}

type Query = QueryOf<typeof searchOutputs>;

/** @throws AppError VALIDATION_FAILED with every fault that a schema cannot tell. */
export function readSearchRequest(workspaceId: string, query: Query): SearchRequest {
  const { page, limit } = query;
  const sort: Sort = { by: query.sortBy ?? 'timestamp', direction: query.sortDir ?? 'desc' };
  const from = instantOf(query.from, 'first');
  const to = instantOf(query.to, 'last');
  const names = namesIn(query.fields ?? '');
  const fields = names.length > 0 ? names : null;
  const cursor = query.cursor === undefined ? null : readCursor(query.cursor, sort);

  const faults: Record<string, string> = { ...pageFaultOf(query, 'continue with cursor.') };
  const unknown = fields?.find((name) => !Object.hasOwn(OUTPUT_COLUMNS, name));
  if (from && to && from > to) faults['from'] = 'Must not be after to.';
  if (unknown !== undefined) faults['fields'] = `There is no column ${unknown}.`;
  if (query.cursor !== undefined && cursor === null) {
    faults['cursor'] = 'Must be the nextCursor of a response with the same sort order.';
  }
  if (Object.keys(faults).length > 0) {
    throw new AppError('VALIDATION_FAILED', 'The search is not valid.', { fields: faults });
  }
  return { filter: filterOf(workspaceId, query, { from, to }), sort, page, limit, cursor, fields };
}

function filterOf(
  workspaceId: string,
  query: Query,
  { from, to }: { from: Date | undefined; to: Date | undefined },
): SearchFilter {
  const { pending, tags, dueBefore, ...given } = query;
  const wanted = tags === undefined ? [] : namesIn(tags);
  const due = instantOf(dueBefore, 'last');
  const { page, limit, sortBy, sortDir, cursor, fields, from: _f, to: _t, ...plain } = given;
  return {
    workspaceId,
    ...plain,
    ...(pending === true ? { pending } : {}),
    ...(wanted.length > 0 ? { tags: wanted } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
    ...(due ? { dueBefore: due } : {}),
  };
}

function instantOf(text: string | undefined, edge: 'first' | 'last'): Date | undefined {
  return text === undefined ? undefined : (parseInstant(text, edge) ?? undefined);
}

function namesIn(list: string): string[] {
  return [...new Set(list.split(',').map((name) => name.trim()))].filter((name) => name !== '');
}

/** How many outputs stand where, decided or not. */
export interface StatusCount {
  readonly status: OutputStatus;
  readonly isDecided: boolean;
  readonly count: number;
}

export interface Summary {
  readonly totalRuns: number;
  readonly failuresDetected: number;
  readonly pendingReviews: number;
  readonly successRate: number;
}

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
