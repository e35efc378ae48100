import type { SqlClient, Transaction } from '@output-review/runtime';

import { END_CLAIMS } from '../claims/claims.sql.ts';
import { count } from '../outputs/counts.sql.ts';
import type { Output, OutputKey } from '../outputs/output.pure.ts';
import { keyColumns } from '../outputs/outputs.sql.ts';
import { forgetTerms, type Labelled, type SearchTerm, termsOf } from '../outputs/search-terms.ts';

const CONTENT_TABLES = [
  ['output_bodies', 'id'],
  ['output_results', 'id'],
  ['shadow_results', 'id'],
  ['decisions', 'output_id'],
  ['timeline', 'output_id'],
  ['approvals', 'output_id'],
  ['digest_items', 'output_id'],
] as const;

/**
 * Turns locked outputs into tombstones. Keeps the key, so that no event recreates them, and the link to an earlier
 * version, so that chains stay connected. Removes all contents.
 */
export async function tombstoneOutputs(
  tx: Transaction,
  outputs: readonly Output[],
  at: Date,
): Promise<void> {
  if (outputs.length === 0) return;
  const keys = keyColumns(outputs);
  const terms = await termsOfRows(tx, keys);
  await tx.query(
    `UPDATE outputs SET
       visible = false, deleted_at = $3, sequence = sequence + 1, project_id = '', task_id = NULL,
       session_id = NULL, subject_id = NULL, actor_id = NULL, model = NULL, tags = NULL,
       latency_ms = NULL, cost_usd = NULL, instructions_version = NULL, due_at = NULL,
       respond_within_ms = NULL, on_deadline = NULL, escalated_at = NULL, deadline_acted_at = NULL,
       callback_events = NULL, status = 'pending', verdict = NULL, confidence_score = NULL, rule_set = NULL,
       failed_versions = NULL, sample_rate = NULL, sampled = false,
       outcome_set = NULL, shadow_set = NULL, label_source = NULL,
       submitted_approvals = NULL, rule_approvals = NULL, submitted_actor_id = NULL,
       metadata_edited_run = NULL,
       flagged_by = NULL, human_decision = NULL, decided_at = NULL, decided_by = NULL,
       decision_source = NULL, assignee_user = NULL, assignee_group = NULL
     WHERE (workspace_id, id) IN (SELECT * FROM unnest($1::text[], $2::text[]))`,
    [...keys, at],
  );
  for (const [table, id] of CONTENT_TABLES) {
    await tx.query(
      `DELETE FROM ${table}
       WHERE (workspace_id, ${id}) IN (SELECT * FROM unnest($1::text[], $2::text[]))`,
      keys,
    );
  }
  await forgetTerms(tx, terms);
}

/**
 * Removes locked outputs from the counts, and ends their claims. Before their deliveries are locked: this is the order
 * of a decision.
 */
export async function uncountOutputs(tx: Transaction, outputs: readonly Output[]): Promise<void> {
  if (outputs.length === 0) return;
  await count(
    tx,
    outputs.map((output) => ({ output, by: -1 as const })),
  );
  await tx.query(`WITH ${END_CLAIMS} SELECT`, keyColumns(outputs));
}

async function termsOfRows(
  tx: Transaction,
  keys: readonly [string[], string[]],
): Promise<SearchTerm[]> {
  const { rows } = await tx.query<Labelled>(
    `SELECT workspace_id AS "workspaceId", model, session_id AS "sessionId",
       subject_id AS "subjectId", actor_id AS "actorId"
     FROM outputs WHERE (workspace_id, id) IN (SELECT * FROM unnest($1::text[], $2::text[]))`,
    [...keys],
  );
  return termsOf(rows);
}

// The maximum of rows that one statement reads, however many outputs are kept before the first expired one.
const PAGE_ROWS = 2_000;

/** The retention period of a workspace. */
export interface Retention {
  readonly workspaceId: string;
  readonly days: number;
}

/** The workspaces with a retention period. */
export async function listRetentions(db: SqlClient): Promise<Retention[]> {
  const { rows } = await db.query<Retention>(
    `SELECT workspace_id AS "workspaceId", retention_days AS days FROM workspace_settings
     WHERE retention_days IS NOT NULL AND NOT is_deleted ORDER BY workspace_id`,
  );
  return rows;
}

/**
 * Whether the retention period of a workspace is still no longer than it was when listed. Locks it until the end of the
 * transaction: changes to it wait.
 */
export async function holdRetention(
  tx: Transaction,
  { workspaceId, days }: Retention,
): Promise<boolean> {
  const { rows } = await tx.query(
    `SELECT FROM workspace_settings
     WHERE workspace_id = $1 AND retention_days <= $2 AND NOT is_deleted FOR SHARE`,
    [workspaceId, days],
  );
  return rows.length > 0;
}

/** Whether no delivery of an output `o` of workspace $1 is pending. */
const IS_DELIVERED = `NOT EXISTS (
  SELECT FROM deliveries d
  WHERE d.workspace_id = $1 AND d.output_id = o.id AND d.state IN ('pending', 'retrying'))`;

/** The IDs of these locked outputs without pending deliveries. */
export async function findDeliveredIds(
  tx: Transaction,
  workspaceId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await tx.query<{ id: string }>(
    `SELECT o.id FROM unnest($2::text[]) AS o (id) WHERE ${IS_DELIVERED}`,
    [workspaceId, ids],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Outputs made before one time and settled before the other may be deleted. */
export interface Expiry {
  readonly madeBefore: Date;
  readonly settledBefore: Date;
}

/** The expired outputs of a page, by time, and the start of the next page, null at the end. */
export interface ExpiredPage {
  readonly keys: readonly OutputKey[];
  readonly next: ExpiredPlace | null;
}

export interface ExpiredPlace {
  readonly timestamp: string;
  readonly id: string;
}

interface ExpiredQuery extends Expiry {
  readonly workspaceId: string;
  readonly after: ExpiredPlace | null;
}

interface ExpiredRow extends ExpiredPlace {
  readonly isExpired: boolean;
}

/**
 * Outputs made before a time, settled before another, and without pending deliveries. Uses their own timestamps, which
 * are indexed: these are at most five minutes ahead of the clock, but imports may be years behind. Each page starts
 * where the previous one ended, so that kept outputs are passed only once.
 */
export async function findExpired(
  db: SqlClient,
  { workspaceId, madeBefore, settledBefore, after }: ExpiredQuery,
): Promise<ExpiredPage> {
  const { rows } = await db.query<ExpiredRow>(
    `SELECT o.id, o.timestamp::text AS timestamp,
         o."hasSettled" AND ${IS_DELIVERED} AS "isExpired"
       FROM (
         SELECT o.id, o.timestamp, o.created_at < $2 AND (o.human_decision IS NOT NULL OR o.status = 'pass')
             AND coalesce(o.decided_at, o.evaluated_at) < $5 AS "hasSettled"
         FROM outputs o
         WHERE o.workspace_id = $1 AND o.visible
           AND o.timestamp < $2::timestamptz + interval '5 minutes'
           AND (o.timestamp, o.id) > ($3::timestamptz, $4)
         ORDER BY o.timestamp, o.id LIMIT ${PAGE_ROWS}
       ) AS o
       ORDER BY o.timestamp, o.id`,
    [workspaceId, madeBefore, after?.timestamp ?? '-infinity', after?.id ?? '', settledBefore],
  );
  const last = rows.length < PAGE_ROWS ? null : rows.at(-1);
  return {
    keys: rows.filter(({ isExpired }) => isExpired).map(({ id }) => ({ workspaceId, id })),
    next: last ?? null,
  };
}
