import type { ViewPage } from '@output-review/contracts';
import {
  type Database,
  foldKey,
  isStatementTimeout,
  type SqlClient,
  type Transaction,
} from '@output-review/runtime';

import type { ResolvedFilter } from '../search/filter.sql.ts';
import { SqlParams, whereOf } from '../search/where.sql.ts';

/** A named state of a page, private to its owner or shared. */
export interface View {
  readonly workspaceId: string;
  readonly id: string;
  readonly ownerId: string;
  readonly name: string;
  readonly page: ViewPage;
  /** The query string of the page. */
  readonly query: string;
  /** Null shows the page's default columns. */
  readonly columns: readonly string[] | null;
  readonly isShared: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const COLUMNS = `workspace_id AS "workspaceId", id, owner_id AS "ownerId", name, page, query, columns,
  is_shared AS "isShared", created_at AS "createdAt", updated_at AS "updatedAt"`;

interface Reader {
  readonly workspaceId: string;
  readonly userId: string;
}

/** A person's own and the shared views, shared ones first, by name. */
export async function findViews(db: SqlClient, { workspaceId, userId }: Reader): Promise<View[]> {
  const { rows } = await db.query<View>(
    `SELECT ${COLUMNS} FROM views WHERE workspace_id = $1 AND (is_shared OR owner_id = $2)
     ORDER BY is_shared DESC, name_key, page, id`,
    [workspaceId, userId],
  );
  return rows;
}

// An arbitrary number that no other lock uses.
const LOCK = 343_000;

/** Locks the views of the workspace until the end of the transaction. */
export async function lockViews(tx: Transaction, workspaceId: string): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [LOCK, workspaceId]);
}

/** Null if there is none, or if it is another person's own. */
export async function findView(
  tx: SqlClient,
  { workspaceId, userId, id }: Reader & { readonly id: string },
): Promise<View | null> {
  const { rows } = await tx.query<View>(
    `SELECT ${COLUMNS} FROM views
     WHERE workspace_id = $1 AND id = $2 AND (is_shared OR owner_id = $3)`,
    [workspaceId, id, userId],
  );
  return rows[0] ?? null;
}

export interface Others {
  readonly count: number;
  readonly isNameTaken: boolean;
}

/** The other views in the same list: the owner's, or the shared ones. */
export async function findOthers(tx: SqlClient, view: View): Promise<Others> {
  const { rows } = await tx.query<Others>(
    `SELECT count(*)::int AS count,
       count(*) FILTER (WHERE page = $4 AND name_key = $5) > 0 AS "isNameTaken"
     FROM views
     WHERE workspace_id = $1 AND is_shared = $2 AND (is_shared OR owner_id = $3) AND id <> $6`,
    [view.workspaceId, view.isShared, view.ownerId, view.page, foldKey(view.name), view.id],
  );
  return rows[0] ?? { count: 0, isNameTaken: false };
}

/** Saves a new or changed view. */
export async function saveView(tx: Transaction, view: View): Promise<void> {
  await tx.query(
    `INSERT INTO views (
       workspace_id, id, owner_id, name, name_key, page, query, columns, is_shared, created_at,
       updated_at
     ) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     ON CONFLICT (workspace_id, id) DO UPDATE SET
       owner_id = excluded.owner_id, name = excluded.name, name_key = excluded.name_key,
       query = excluded.query, columns = excluded.columns, is_shared = excluded.is_shared,
       updated_at = excluded.updated_at`,
    [
      ...[view.workspaceId, view.id, view.ownerId, view.name, foldKey(view.name), view.page],
      ...[view.query, view.columns, view.isShared, view.createdAt, view.updatedAt],
    ],
  );
}

export async function deleteView(tx: Transaction, { workspaceId, id }: View): Promise<void> {
  await tx.query('DELETE FROM views WHERE workspace_id = $1 AND id = $2', [workspaceId, id]);
}

/** Deletes the own views of people who left. Keeps shared views, and views created after a person came back. */
export async function deleteOwnViews(
  db: SqlClient,
  leavers: readonly {
    readonly workspaceId: string;
    readonly userId: string;
    readonly at: string;
  }[],
): Promise<void> {
  if (leavers.length === 0) return;
  await db.query(
    `DELETE FROM views v
     USING unnest($1::text[], $2::text[], $3::timestamptz[]) AS left_us (workspace_id, user_id, at)
     WHERE v.workspace_id = left_us.workspace_id AND v.owner_id = left_us.user_id
       AND NOT v.is_shared AND v.created_at <= left_us.at`,
    [
      leavers.map(({ workspaceId }) => workspaceId),
      leavers.map(({ userId }) => userId),
      leavers.map(({ at }) => at),
    ],
  );
}

/** A project or task that a view names. */
export interface NamedPlace {
  readonly kind: 'project' | 'task';
  /** Its name or its ID. */
  readonly name: string;
}

/** The ones among these that no longer exist. */
export async function findGone(
  db: SqlClient,
  workspaceId: string,
  places: readonly NamedPlace[],
): Promise<NamedPlace[]> {
  if (places.length === 0) return [];
  const { rows } = await db.query<NamedPlace>(
    `SELECT kind, name FROM unnest($2::text[], $3::text[], $4::text[]) AS place (kind, name, key)
     WHERE NOT EXISTS (
       SELECT FROM names n WHERE n.workspace_id = $1 AND n.kind = place.kind AND NOT n.deleted
         AND (n.id = place.name OR n.name_key = place.key OR place.key = ANY (n.alias_keys)))`,
    [
      workspaceId,
      places.map(({ kind }) => kind),
      places.map(({ name }) => name),
      places.map(({ name }) => foldKey(name)),
    ],
  );
  return rows;
}

/** The names of the deleted groups among these, by ID. */
export async function findDeletedGroups(
  db: SqlClient,
  workspaceId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.query<{ id: string; name: string }>(
    'SELECT id, name FROM groups WHERE workspace_id = $1 AND id = ANY ($2::text[]) AND is_deleted',
    [workspaceId, ids],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

interface Bound {
  /** Upper bound of the count. */
  readonly max: number;
  readonly timeoutMs: number;
}

/** The number of outputs of a filter, null if counting takes too long. */
export async function countUpTo(
  db: Database,
  filter: ResolvedFilter,
  { max, timeoutMs }: Bound,
): Promise<number | null> {
  const params = new SqlParams();
  const where = whereOf(filter, params);
  try {
    return await db.transaction(async (tx) => {
      await tx.query(`SET LOCAL statement_timeout = ${timeoutMs}`);
      const { rows } = await tx.query<{ n: number }>(
        `SELECT count(*)::int AS n FROM (SELECT FROM outputs o WHERE ${where} LIMIT ${max}) AS found`,
        params.values,
      );
      return rows[0]?.n ?? 0;
    });
  } catch (error) {
    if (isStatementTimeout(error)) return null;
    throw error;
  }
}
