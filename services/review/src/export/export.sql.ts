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

/** When an output that is there, or was deleted, was made; null for none. */
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

/** All versions of rules that outputs of a workspace were held against. */
export async function findAppliedVersions(db: SqlClient, workspaceId: string): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    'SELECT DISTINCT unnest(version_ids) AS id FROM rule_sets WHERE workspace_id = $1',
    [workspaceId],
  );
  return rows.map(({ id }) => id);
}

export interface ChunkQuery extends Place {
  readonly filter: ResolvedFilter;
  readonly upTo: Position;
}

/** Where a chunk begins. */
export interface Place {
  /** Null for the first chunk. */
  readonly after: Position | null;
  /** How far its walk goes, where the one before ended within it. */
  readonly border?: Position;
}

/** A part of an export, in order. One of outputs that match seldom may be empty, and not be the last. */
export interface Chunk<Row> {
  readonly rows: readonly Row[];
  /** Where the next one goes on; null behind the last one. */
  readonly next: Place | null;
}

// Held in memory. Planning the statement takes as long as reading some hundred rows.
const ROWS_MAX = 500;
// The texts of one output, or as many as these come to.
const BYTES_MAX = 2 * 1024 * 1024;
// Of outputs that are looked at for one chunk, so that a statement has an end however few of them match.
const WALK_MAX = 20_000;

/** What a shape reads of the outputs `o`. */
interface Selection {
  readonly where?: string;
  readonly columns: string;
  readonly joins: string;
  /** How many bytes the texts of an output have. */
  readonly bytes: string;
  /** Beside the columns, read for those rows alone that are answered. */
  readonly more?: string;
}

type PlacedRow = Position & { readonly found: number };

/**
 * The next outputs of an export: by the index on their time, then the rest of those few, until their texts
 * are too many; lengths are known without reading the texts.
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

/** With the later of its two beginnings alone: with both, PostgreSQL would pass all between them, chunk by chunk. */
function withOneStart({ filter, after, ...query }: ChunkQuery): ChunkQuery {
  const { from, ...rest } = filter;
  if (!from || !after) return { ...query, filter, after };
  return from > after.timestamp
    ? { ...query, filter, after: null }
    : { ...query, filter: rest, after };
}

/**
 * The last output of the next walk, whatever matches; null where no walk is longer than what is left. By itself:
 * so the planner knows how few outputs lie before it.
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

/** An output with everything that stands in its own rows. */
export interface FullRow extends DetailRow {
  readonly notes: Partial<SubmissionNotes>;
  readonly past: readonly PastDecision[];
  readonly rules: readonly AppliedRule[];
}

type ReadRow = DetailRow & { readonly past: readonly NumberedDecision[] | null };

// The beginning of a text that is read anyway is not read besides.
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

// For what is made of other columns: an object of so many properties that gets more of them is made anew, as a
// table, which takes more memory than all its texts.
const PLACES = 'NULL AS notes, NULL AS rules';

/** The row itself: a copy of so many columns would take longer than reading them. */
function toFullRow(row: ReadRow): FullRow {
  const past = (row.past ?? []).map(toPastDecision);
  // A run that has not ended has none.
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

/** Decided outputs, each with the decision that holds. */
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

/** Texts that somebody corrected, with what the AI had written. */
export function readPairs(db: SqlClient, query: ChunkQuery): Promise<Chunk<PairRow>> {
  return readChunk(db, query, {
    // A pair has two texts: an AI that proposed an action alone wrote none.
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
