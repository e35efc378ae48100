import type { AppliedRule } from '@output-review/contracts';
import type { SqlClient } from '@output-review/runtime';

import {
  DECISION_BYTES,
  DETAIL_COLUMNS,
  type DetailRow,
  type NumberedDecision,
  type PastDecision,
  readNotes,
  selectDecisions,
  toPastDecision,
} from '../details/detail.sql.ts';
import {
  LISTED_COLUMNS,
  type ListedRow,
  nameOf,
  selectTexts,
  TEXT_JOINS,
  TEXT_NAMES,
} from '../details/listed.sql.ts';
import { readAppliedRules } from '../intake/applied-rules.ts';
import type { SubmissionNotes } from '../intake/columns.ts';
import { bytesOf } from '../outputs/contents.sql.ts';
import type { OutputKey } from '../outputs/output.pure.ts';
import type { ResolvedFilter } from '../search/filter.sql.ts';
import type { Position } from '../search/pages.pure.ts';
import { SqlParams, whereOf } from '../search/where.sql.ts';

/** The timestamp of an existing or deleted output, null if there is none. */
export async function findTimestamp(
  db: SqlClient,
  { workspaceId, id }: OutputKey,
): Promise<Date | null> {
  const { rows } = await db.query<{ timestamp: Date }>(
    `SELECT timestamp FROM outputs
     WHERE workspace_id = $1 AND id = $2 AND (visible OR deleted_at IS NOT NULL)`,
    [workspaceId, id],
  );
  return rows[0]?.timestamp ?? null;
}

export interface ChunkQuery extends Place {
  readonly filter: ResolvedFilter;
  readonly upTo: Position;
}

/** The start of a chunk. */
export interface Place {
  /** Null for the first chunk. */
  readonly after: Position | null;
  /** The end of its walk, if the previous chunk ended within it. */
  readonly border?: Position;
}

/** A part of an export, in order. It may be empty before the end if few outputs match. */
export interface Chunk<Row> {
  readonly rows: readonly Row[];
  /** The start of the next chunk, null at the end. */
  readonly next: Place | null;
}

// Held in memory. Planning the statement takes as long as reading a few hundred rows.
const ROWS_MAX = 500;
// A chunk reads one output, or as many as fit into this size.
const BYTES_MAX = 2 * 1024 * 1024;
// Outputs examined per chunk, so that a statement ends however few of them match.
const WALK_MAX = 20_000;

/** The columns and conditions of a shape on the outputs `o`. */
interface Selection {
  readonly where?: string;
  readonly columns: string;
  readonly joins: string;
  /** The size of the texts of an output in bytes. */
  readonly bytes: string;
  /** Further columns, read only for the returned rows. */
  readonly more?: string;
}

type PlacedRow = Position & { readonly found: number };

/**
 * The next outputs of an export. Uses the index on their time, then reads the rest of these few rows until their texts
 * exceed the limit. Reading lengths does not read the texts.
 */
async function readChunk<Row>(
  db: SqlClient,
  { border: known, ...query }: ChunkQuery,
  { where = 'true', columns, joins, bytes, more = '' }: Selection,
): Promise<Chunk<Row>> {
  const { filter, after, upTo } = withOneStart(query);
  const border = known ?? (await findBorder(db, { filter, after, upTo }));
  const params = new SqlParams();
  const matches = [
    ...[whereOf(filter, params), where],
    ...isBetween(after, border ?? upTo, params),
  ].join(' AND ');
  const { rows } = await db.query<Row & PlacedRow>(
    `WITH page AS MATERIALIZED (
       SELECT o.* FROM outputs o WHERE ${matches}
       ORDER BY o.timestamp, o.id LIMIT ${ROWS_MAX}
     ), sized AS (
       SELECT ${columns}, ${bytes} AS bytes, sum(${bytes}) OVER so_far AS total
       FROM page o ${joins}
       WINDOW so_far AS (ORDER BY o.timestamp, o.id ROWS UNBOUNDED PRECEDING)
     )
     SELECT sized.*${more}, (SELECT count(*)::int FROM page) AS found FROM sized
     WHERE total <= ${BYTES_MAX} OR total = bytes ORDER BY timestamp, id`,
    params.values,
  );
  const last = rows.at(-1);
  const isWalked = !last || (rows.length === last.found && last.found < ROWS_MAX);
  if (isWalked) return { rows, next: border && { after: border } };
  const { timestamp, id } = last;
  return { rows, next: { after: { timestamp, id }, ...(border && { border }) } };
}

/** Keeps only the later of two starts. With both, PostgreSQL would scan everything between them for each chunk. */
function withOneStart({ filter, after, ...query }: ChunkQuery): ChunkQuery {
  const { from, ...rest } = filter;
  if (!from || !after) return { ...query, filter, after };
  return from > after.timestamp
    ? { ...query, filter, after: null }
    : { ...query, filter: rest, after };
}

/**
 * The last output of the next walk, matching or not. Null if the walk covers all that is left. A separate statement, so
 * that the planner knows how few outputs lie before it.
 */
async function findBorder(
  db: SqlClient,
  { filter: { workspaceId, from, to }, after, upTo }: ChunkQuery,
): Promise<Position | null> {
  const params = new SqlParams();
  const walked = whereOf({ workspaceId, ...(from && { from }), ...(to && { to }) }, params);
  const { rows } = await db.query<Position>(
    `SELECT o.timestamp, o.id FROM outputs o
     WHERE ${[walked, ...isBetween(after, upTo, params)].join(' AND ')}
     ORDER BY o.timestamp, o.id LIMIT 1 OFFSET ${WALK_MAX - 1}`,
    params.values,
  );
  return rows[0] ?? null;
}

function isBetween(after: Position | null, upTo: Position, params: SqlParams): string[] {
  return [
    `(o.timestamp, o.id) <= ${params.addPosition(upTo)}`,
    ...(after ? [`(o.timestamp, o.id) > ${params.addPosition(after)}`] : []),
  ];
}

/** An output with everything in its own rows. */
export interface FullRow extends DetailRow {
  readonly notes: Partial<SubmissionNotes>;
  readonly past: readonly PastDecision[];
  readonly rules: readonly AppliedRule[];
}

type ReadRow = DetailRow & { readonly past: readonly NumberedDecision[] | null };

// The excerpt is part of a text that is read anyway.
const TEXTS = TEXT_NAMES.filter((name) => name !== 'excerpt');

const BULKY = [
  ...['body.output', 'body.input', 'body.metadata', 'body.action'],
  ...['result.explanation', 'result.applied'],
];

export async function readFull(db: SqlClient, query: ChunkQuery): Promise<Chunk<FullRow>> {
  const { rows, next } = await readChunk<ReadRow>(db, query, {
    columns: `${LISTED_COLUMNS}, ${selectTexts(TEXTS, 'true')}, ${DETAIL_COLUMNS}, past_n`,
    joins: `${TEXT_JOINS}
      CROSS JOIN LATERAL (
        SELECT count(*) AS past_n,
          least(coalesce(sum(${DECISION_BYTES}), 0), ${BYTES_MAX})::int AS past_bytes
        FROM decisions d WHERE d.workspace_id = o.workspace_id AND d.output_id = o.id
      ) past`,
    bytes: `${bytesOf(...BULKY)} + past_bytes`,
    more: `, CASE WHEN past_n > 0 THEN (
        SELECT json_agg(d ORDER BY n)
        FROM (${selectDecisions('sized."workspaceId"', 'sized.id')}) d
      ) END AS past, ${PLACES}`,
  });
  return { rows: rows.map(toFullRow), next };
}

// Placeholders for computed columns. Adding properties to so large an object would convert it to a dictionary, which
// takes more memory than all its texts.
const PLACES = 'NULL AS notes, NULL AS rules';

/** Modifies the row itself: copying so many columns would take longer than reading them. */
function toFullRow(row: ReadRow): FullRow {
  const past = (row.past ?? []).map(toPastDecision);
  // A run in progress has none.
  const rules = row.status === 'pending' ? [] : readAppliedRules(row.applied);
  return Object.assign(row, { notes: readNotes(row.submission), past, rules });
}

const STANDING_DECISION = `
  LEFT JOIN decisions d ON d.workspace_id = o.workspace_id AND d.output_id = o.id
    AND d.cleared_at IS NULL`;

export type DecidedRow = ListedRow &
  Pick<DetailRow, 'flaggedBy' | 'flagReason'> &
  Pick<PastDecision, 'comment' | 'correctedOutput' | 'reasonIds'> & {
    readonly correctedAction: string | null;
  };

/** Decided outputs with their current decision. */
export function readDecided(db: SqlClient, query: ChunkQuery): Promise<Chunk<DecidedRow>> {
  return readChunk(db, query, {
    where: 'o.human_decision IS NOT NULL',
    columns: `${LISTED_COLUMNS}, o.flagged_by AS "flaggedBy", result.flag_reason AS "flagReason",
      d.comment, d.corrected_output AS "correctedOutput", d.corrected_action AS "correctedAction",
      coalesce(d.reason_ids, '{}') AS "reasonIds"`,
    joins: `${TEXT_JOINS} ${STANDING_DECISION}`,
    bytes: bytesOf('d.corrected_output', 'd.corrected_action'),
  });
}

export interface PairRow {
  readonly timestamp: Date;
  readonly input: string | null;
  readonly chosen: string;
  readonly rejected: string;
  readonly project: string | null;
  readonly task: string | null;
  readonly model: string | null;
  readonly id: string;
}

/** Corrected texts with the original text of the AI. */
export function readPairs(db: SqlClient, query: ChunkQuery): Promise<Chunk<PairRow>> {
  return readChunk(db, query, {
    // A pair has two texts: if the AI proposed only an action, there is no original text.
    where: `o.human_decision = 'changed'
      AND EXISTS (SELECT FROM decisions d WHERE d.workspace_id = o.workspace_id
        AND d.output_id = o.id AND d.cleared_at IS NULL AND d.corrected_output IS NOT NULL)
      AND EXISTS (SELECT FROM output_bodies b WHERE b.workspace_id = o.workspace_id
        AND b.id = o.id AND b.output IS NOT NULL)`,
    columns: `o.timestamp, body.input, d.corrected_output AS chosen, body.output AS rejected,
      ${nameOf('project', 'o')} AS project, ${nameOf('task', 'o')} AS task, o.model, o.id`,
    joins: `${TEXT_JOINS} ${STANDING_DECISION}`,
    bytes: bytesOf('body.input', 'body.output', 'd.corrected_output'),
  });
}
