import type { SortColumn } from '@output-review/contracts';
import type { SqlClient } from '@output-review/runtime';

import type { Cursor, Sort } from '../../domain/cursor.ts';
import type { FoundOutput } from '../../use-cases/found-output.ts';
import { LISTED_COLUMNS, LISTED_JOINS, type ListedRow, toFoundOutput } from '../listed-row.ts';
import type { ResolvedFilter } from './resolve-filter.ts';
import { SqlParams } from './sql-params.ts';
import { whereOf } from './where.ts';

export interface PageQuery {
  readonly filter: ResolvedFilter;
  readonly sort: Sort;
  readonly limit: number;
  /** Rows to pass over; none where a cursor says where to go on. */
  readonly offset: number;
  readonly cursor: Cursor | null;
}

export interface FoundPage {
  readonly outputs: readonly FoundOutput[];
  /** Where the next page goes on; null on the last one. */
  readonly next: Cursor | null;
}

interface PageRow extends ListedRow {
  readonly sort_value: string | number | Date | null;
}

const SORT_EXPRESSIONS: Readonly<Record<SortColumn, string>> = {
  timestamp: 'o.timestamp',
  projectName: 'sorting.name',
  model: 'o.model',
  status: 'o.status',
  latencyMs: 'o.latency_ms',
  costUsd: 'o.cost_usd',
};
const NEVER_NULL: readonly SortColumn[] = ['timestamp', 'status'];

/** One page: the narrow rows first, in order, then the rest of those few. */
export async function findPage(db: SqlClient, query: PageQuery): Promise<FoundPage> {
  const { filter, sort, limit, offset, cursor } = query;
  const params = new SqlParams();
  const where = whereOf(filter, params);
  const after = cursor ? ` AND ${isAfter(cursor, sort, params)}` : '';
  const sorted = SORT_EXPRESSIONS[sort.by];
  const byName = sort.by === 'projectName' ? SORTING_JOIN : '';
  // One row more than asked for tells whether there is a next page.
  const window = `LIMIT ${params.add(limit + 1)} OFFSET ${params.add(offset)}`;
  const { rows } = await db.query<PageRow>(
    `WITH page AS MATERIALIZED (
       SELECT o.*, ${sorted} AS sort_value FROM outputs o ${byName}
       WHERE ${where}${after} ORDER BY ${order(sort, sorted, 'o.id')} ${window}
     )
     SELECT ${LISTED_COLUMNS}, o.sort_value FROM page o ${LISTED_JOINS}
     ORDER BY ${order(sort, 'o.sort_value', 'o.id')}`,
    params.values,
  );
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { outputs: shown.map(toFoundOutput), next: last ? cursorAt(last) : null };
}

const SORTING_JOIN = `
  LEFT JOIN names sorting
    ON sorting.workspace_id = o.workspace_id AND sorting.kind = 'project'
    AND sorting.id = o.project_id`;

function order({ by, direction }: Sort, value: string, id: string): string {
  // Said only where there are nulls: for `timestamp DESC` it would shut out the index.
  const nulls = NEVER_NULL.includes(by) ? '' : ' NULLS LAST';
  return `${value} ${direction}${nulls}, ${id} ${direction}`;
}

function isAfter(cursor: Cursor, { by, direction }: Sort, params: SqlParams): string {
  const column = SORT_EXPRESSIONS[by];
  const beyond = direction === 'asc' ? '>' : '<';
  const id = params.add(cursor.id);
  if (cursor.value === null) return `${column} IS NULL AND o.id ${beyond} ${id}`;
  const value = params.add(cursor.value);
  const isNext = `(${column}, o.id) ${beyond} (${value}, ${id})`;
  return NEVER_NULL.includes(by) ? isNext : `(${isNext} OR ${column} IS NULL)`;
}

function cursorAt({ sort_value: value, id }: PageRow): Cursor {
  return { value: value instanceof Date ? value.toISOString() : value, id };
}
