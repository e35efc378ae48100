import type { SortColumn } from '@output-review/contracts';
import type { SqlClient } from '@output-review/runtime';

import { CLAIM_COLUMNS, CLAIM_JOIN, type ClaimRow } from '../claims/claims.sql.ts';
import {
  type FoundOutput,
  LISTED_COLUMNS,
  type ListedRow,
  selectTexts,
  TEXT_COLUMNS,
  TEXT_JOINS,
  TEXT_NAMES,
  type TextName,
  textsAmong,
  type TextsRow,
  toTexts,
} from '../details/listed.sql.ts';
import { bytesOf } from '../outputs/contents.sql.ts';
import type { ResolvedFilter } from './filter.sql.ts';
import type { Cursor, Position, Sort } from './pages.pure.ts';
import { SqlParams, whereOf } from './where.sql.ts';

export interface PageQuery {
  readonly filter: ResolvedFilter;
  readonly sort: Sort;
  readonly limit: number;
  /** Rows to skip. Zero with a cursor. */
  readonly offset: number;
  readonly cursor: Cursor | null;
  /** The texts to read. The others stay empty. */
  readonly texts: readonly TextName[];
}

export interface FoundPage {
  /** With their texts, up to the memory limit. */
  readonly outputs: readonly FoundOutput[];
  /** The following outputs, whose texts are not read yet. */
  readonly withoutTexts: readonly FoundOutput[];
  /** The start of the next page, null on the last one. */
  readonly next: Cursor | null;
}

interface PageRow extends ListedRow, TextsRow, ClaimRow {
  readonly sort_value: string | number | Date | null;
  readonly is_held: boolean;
}

const SORT_EXPRESSIONS: Readonly<Record<SortColumn, string>> = {
  timestamp: 'o.timestamp',
  projectName: 'sorting.name',
  model: 'o.model',
  status: 'o.status',
  latencyMs: 'o.latency_ms',
  costUsd: 'o.cost_usd',
  respondBy: 'o.due_at',
};

const NEVER_NULL: readonly SortColumn[] = ['timestamp', 'status'];

/**
 * One page. Reads the narrow rows first, in order, then the rest of these few. Reads texts up to the memory limit.
 * Reading their lengths does not read the texts.
 */
export async function findPage(db: SqlClient, query: PageQuery): Promise<FoundPage> {
  const { filter, sort, limit, offset, cursor, texts } = query;
  const params = new SqlParams();
  const where = whereOf(filter, params);
  const after = cursor ? ` AND ${isAfter(cursor, sort, params)}` : '';
  const sorted = SORT_EXPRESSIONS[sort.by];
  const byName = sort.by === 'projectName' ? SORTING_JOIN : '';
  // One extra row shows whether there is a next page.
  const window = `LIMIT ${params.add(limit + 1)} OFFSET ${params.add(offset)}`;
  const inOrder = order(sort, 'o.sort_value', 'o.id');
  const held = `sum(${sizeOfTexts(texts)}) OVER so_far <= ${HELD_BYTES_MAX}`;
  const { rows } = await db.query<PageRow>(
    `WITH page AS MATERIALIZED (
       SELECT o.*, ${sorted} AS sort_value FROM outputs o ${byName}
       WHERE ${where}${after} ORDER BY ${order(sort, sorted, 'o.id')} ${window}
     )
     SELECT ${LISTED_COLUMNS}, ${selectTexts(texts, held)}, ${held} AS is_held, o.sort_value,
       ${CLAIM_COLUMNS}
     FROM page o ${TEXT_JOINS} ${CLAIM_JOIN}
     WINDOW so_far AS (ORDER BY ${inOrder} ROWS UNBOUNDED PRECEDING)
     ORDER BY ${inOrder}`,
    params.values,
  );
  const shown = rows.slice(0, limit);
  const found = shown.map((row) => ({ ...row, ...toTexts(row, row.status) }));
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    outputs: found.filter((row) => row.is_held),
    withoutTexts: found.filter((row) => !row.is_held),
    next: last ? cursorAt(last) : null,
  };
}

const SORTING_JOIN = `
  LEFT JOIN names sorting
    ON sorting.workspace_id = o.workspace_id AND sorting.kind = 'project'
    AND sorting.id = o.project_id`;

function order({ by, direction }: Sort, value: string, id: string): string {
  // Only for columns with nulls: with `timestamp DESC` it would prevent the use of the index.
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

/** The maximum of texts in memory per page: the two largest, as one output may have. */
const HELD_BYTES_MAX = 2 * 1024 * 1024;

/** SQL for the size of these texts of an output in bytes. */
function sizeOfTexts(wanted: readonly TextName[]): string {
  // An excerpt is never large.
  const large = wanted.filter((name) => name !== 'excerpt');
  return large.length === 0 ? '0' : bytesOf(...large.map((name) => TEXT_COLUMNS[name]));
}

/**
 * Reads the texts of outputs that were found without them, in order and a few at a time: up to the memory limit, or one
 * output. Leaves out outputs that were deleted since.
 */
export async function* readTexts(
  db: SqlClient,
  outputs: readonly FoundOutput[],
  fields: readonly string[] | null,
): AsyncGenerator<FoundOutput> {
  const sql = readSome(textsAmong(fields));
  let read = new Map<string, TextsRow>();
  for (const [at, output] of outputs.entries()) {
    if (!read.has(output.id)) {
      const ids = outputs.slice(at).map(({ id }) => id);
      const { rows } = await db.query<TextsRow & { id: string }>(sql, [output.workspaceId, ids]);
      read = new Map(rows.map((row) => [row.id, row]));
    }
    const texts = read.get(output.id);
    read.delete(output.id);
    if (texts) yield { ...output, ...toTexts(texts, output.status) };
  }
}

function readSome(wanted: readonly TextName[]): string {
  return `
    WITH sized AS (
      SELECT o.id, ${selectTexts(wanted, 'true')}, asked.n, ${sizeOfTexts(wanted)} AS bytes,
        sum(${sizeOfTexts(wanted)}) OVER (ORDER BY asked.n) AS total
      FROM unnest($2::text[]) WITH ORDINALITY AS asked (id, n)
      JOIN outputs o ON o.workspace_id = $1 AND o.id = asked.id AND o.visible
      ${TEXT_JOINS}
    )
    SELECT id, ${TEXT_NAMES.join(', ')} FROM sized
    WHERE total <= ${HELD_BYTES_MAX} OR total = bytes ORDER BY n`;
}

/** The newest output of a workspace, or the newest up to a time. Null if there is none. */
export async function findNewest(
  db: SqlClient,
  workspaceId: string,
  upTo?: Date,
): Promise<Position | null> {
  const { rows } = await db.query<Position>(
    `SELECT timestamp, id FROM outputs
     WHERE workspace_id = $1 AND visible${upTo ? ' AND timestamp <= $2' : ''}
     ORDER BY timestamp DESC, id DESC LIMIT 1`,
    upTo ? [workspaceId, upTo] : [workspaceId],
  );
  return rows[0] ?? null;
}
