import type {
  BacktestRule,
  BacktestState,
  listBacktestFlips,
  listBacktests,
  QueryOf,
} from '@output-review/contracts';
import { type SqlClient, textArray } from '@output-review/runtime';

import { TEXT_COLUMNS } from '../details/listed.sql.ts';
import type { Position } from '../search/pages.pure.ts';
import type { Backtest, BacktestKey, CheckedOutput, Counts, Flip } from './backtests.pure.ts';

/** A backtest that this process works on. The owner name belongs to this claim alone. */
export interface ClaimedBacktest extends Backtest {
  readonly owner: string;
}

interface Row extends Omit<Backtest, 'rule' | 'from' | 'last'> {
  readonly rule: string;
  readonly fromTimestamp: Date | null;
  readonly fromId: string | null;
  readonly lastTimestamp: Date | null;
  readonly lastId: string | null;
}

const COLUMNS = `
  workspace_id AS "workspaceId", id, state, rule_id AS "ruleId", rule_version AS "ruleVersion",
  version_ids AS "versionIds", rule, filter, outputs_max AS "outputsMax", budget_usd AS "budgetUsd",
  from_timestamp AS "fromTimestamp", from_id AS "fromId", last_timestamp AS "lastTimestamp",
  last_id AS "lastId", total, checked, would_fail AS "wouldFail", newly_failed AS "newlyFailed",
  newly_passed AS "newlyPassed", erred, skipped, agrees, disagrees, cost_usd AS "costUsd", error,
  created_by AS "createdBy", created_at AS "createdAt", finished_at AS "finishedAt"`;

function toBacktest({ rule, fromTimestamp, fromId, lastTimestamp, lastId, ...row }: Row): Backtest {
  return {
    ...row,
    rule: JSON.parse(rule) as BacktestRule,
    from: placeOf(fromTimestamp, fromId),
    last: placeOf(lastTimestamp, lastId),
  };
}

const placeOf = (timestamp: Date | null, id: string | null): Position | null =>
  timestamp && id !== null ? { timestamp, id } : null;

export type NewBacktest = Omit<Backtest, keyof Counts | 'last' | 'costUsd' | 'error'>;

/** Only one backtest per workspace may be active. @returns whether this one was inserted. */
export async function insertBacktest(tx: SqlClient, backtest: NewBacktest): Promise<boolean> {
  const { rowCount } = await tx.query(
    `INSERT INTO backtests (workspace_id, id, state, rule_id, rule_version, version_ids, rule, filter,
       outputs_max, budget_usd, from_timestamp, from_id, total, created_by, created_at, finished_at)
     VALUES ($1, $2, $3, $4, $5, $6::text[], $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
     ON CONFLICT (workspace_id) WHERE state IN ('queued', 'running') DO NOTHING`,
    [
      ...[backtest.workspaceId, backtest.id, backtest.state, backtest.ruleId],
      ...[backtest.ruleVersion, textArray(backtest.versionIds), JSON.stringify(backtest.rule)],
      ...[backtest.filter, backtest.outputsMax, backtest.budgetUsd],
      ...[backtest.from?.timestamp ?? null, backtest.from?.id ?? null, backtest.total],
      ...[backtest.createdBy, backtest.createdAt, backtest.finishedAt],
    ],
  );
  return rowCount === 1;
}

export async function isActive(tx: SqlClient, workspaceId: string): Promise<boolean> {
  const { rows } = await tx.query(
    `SELECT FROM backtests WHERE workspace_id = $1 AND state IN ('queued', 'running')`,
    [workspaceId],
  );
  return rows.length > 0;
}

// Each stores at most one flip per checked output.
const KEPT_MAX = 20;

/** Removes all but the newest ones. */
export async function removeOldBacktests(tx: SqlClient, workspaceId: string): Promise<void> {
  await tx.query(
    `WITH gone AS (
       DELETE FROM backtests WHERE workspace_id = $1 AND id IN (
         SELECT id FROM backtests WHERE workspace_id = $1 AND state NOT IN ('queued', 'running')
         ORDER BY created_at DESC, id DESC OFFSET ${KEPT_MAX - 1})
       RETURNING id
     )
     DELETE FROM backtest_flips f USING gone WHERE f.workspace_id = $1 AND f.backtest_id = gone.id`,
    [workspaceId],
  );
}

export async function findBacktest(
  db: SqlClient,
  { workspaceId, id }: BacktestKey,
): Promise<Backtest | null> {
  const { rows } = await db.query<Row>(
    `SELECT ${COLUMNS} FROM backtests WHERE workspace_id = $1 AND id = $2`,
    [workspaceId, id],
  );
  return rows[0] ? toBacktest(rows[0]) : null;
}

/** Newest first. */
export async function findBacktests(
  db: SqlClient,
  workspaceId: string,
  { ruleId, page, limit }: QueryOf<typeof listBacktests>,
): Promise<{ backtests: Backtest[]; total: number }> {
  const { rows } = await db.query<Row>(
    `SELECT ${COLUMNS} FROM backtests WHERE workspace_id = $1 AND ($2::text IS NULL OR rule_id = $2)
     ORDER BY created_at DESC, id DESC`,
    [workspaceId, ruleId ?? null],
  );
  const start = (page - 1) * limit;
  return { backtests: rows.slice(start, start + limit).map(toBacktest), total: rows.length };
}

/** A flip with the beginning of the output’s text. */
interface FoundFlip extends CheckedOutput {
  readonly excerpt: string | null;
}

/** In the order in which they were checked, without deleted outputs. */
export async function findFlips(
  db: SqlClient,
  { workspaceId, id }: BacktestKey,
  { page, limit }: QueryOf<typeof listBacktestFlips>,
): Promise<{ flips: FoundFlip[]; total: number }> {
  const present = `backtest_flips f JOIN outputs o ON o.workspace_id = f.workspace_id
      AND o.id = f.output_id AND o.visible
    WHERE f.workspace_id = $1 AND f.backtest_id = $2`;
  const [{ rows: counts }, { rows: flips }] = await Promise.all([
    db.query<{ total: number }>(`SELECT count(*)::int AS total FROM ${present}`, [workspaceId, id]),
    db.query<FoundFlip>(
      // Reads texts only for the rows of this page.
      `SELECT o.id, o.was, o.would, o.label, ${TEXT_COLUMNS.excerpt} AS excerpt FROM (
         SELECT f.workspace_id, f.n, f.output_id AS id, f.was, f.would, f.label FROM ${present}
         ORDER BY f.n OFFSET $3 LIMIT $4
       ) o LEFT JOIN output_bodies body ON body.workspace_id = o.workspace_id AND body.id = o.id
       ORDER BY o.n`,
      [workspaceId, id, (page - 1) * limit, limit],
    ),
  ]);
  return { flips, total: counts[0]?.total ?? 0 };
}

/** @returns whether it was active. */
export async function cancelActive(
  tx: SqlClient,
  { workspaceId, id }: BacktestKey,
  at: Date,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE backtests SET state = 'cancelled', finished_at = $3, owner = NULL, lease_until = NULL
     WHERE workspace_id = $1 AND id = $2 AND state IN ('queued', 'running')`,
    [workspaceId, id, at],
  );
  return rowCount === 1;
}

// Longer than the longest call to an evaluator. Each batch renews it.
const LEASE_SECONDS = 60;

/**
 * Claims a backtest that no process works on, with workspaces taking turns. Uses the clock of the database, which all
 * replicas share.
 */
export async function claimBacktest(db: SqlClient, owner: string): Promise<ClaimedBacktest | null> {
  const { rows } = await db.query<Row>(
    // A long pause does not show that the judge was down: the service may have been stopped or busy with other
    // backtests.
    `UPDATE backtests SET state = 'running', owner = $1, claimed_at = now(),
       away_since = away_since + greatest(now() - claimed_at - interval '1 minute', interval '0'),
       lease_until = now() + interval '${LEASE_SECONDS} seconds'
     WHERE (workspace_id, id) IN (
       SELECT workspace_id, id FROM backtests
       WHERE state IN ('queued', 'running') AND (lease_until IS NULL OR lease_until < now())
       ORDER BY claimed_at NULLS FIRST, workspace_id LIMIT 1 FOR UPDATE SKIP LOCKED
     )
     RETURNING ${COLUMNS}`,
    [owner],
  );
  return rows[0] ? { ...toBacktest(rows[0]), owner } : null;
}

/** Releases the claim for the next process. */
export async function releaseBacktest(db: SqlClient, claimed: ClaimedBacktest): Promise<void> {
  await db.query(
    `UPDATE backtests SET owner = NULL, lease_until = NULL
     WHERE workspace_id = $1 AND id = $2 AND owner = $3`,
    [claimed.workspaceId, claimed.id, claimed.owner],
  );
}

/** Releases the claims of killed processes. */
export async function releaseAllBacktests(db: SqlClient): Promise<void> {
  await db.query('UPDATE backtests SET owner = NULL, lease_until = NULL WHERE owner IS NOT NULL');
}

/** The result of a batch. */
export interface Progress {
  readonly counts: Counts;
  readonly flips: readonly Flip[];
  /** The last output of the batch. */
  readonly last: Position;
  readonly costUsd: number;
}

/**
 * Saves the counts, flips and position of a batch in one statement, and only while the claim holds, so that nothing is
 * counted twice. @returns whether the claim held.
 */
export async function saveProgress(
  db: SqlClient,
  { workspaceId, id, owner }: ClaimedBacktest,
  { counts, flips, last, costUsd }: Progress,
): Promise<boolean> {
  const { rows } = await db.query(
    `WITH moved AS (
       UPDATE backtests SET checked = checked + $4, would_fail = would_fail + $5,
         newly_failed = newly_failed + $6, newly_passed = newly_passed + $7, erred = erred + $8,
         skipped = skipped + $9, agrees = agrees + $10, disagrees = disagrees + $11,
         cost_usd = cost_usd + $12, last_timestamp = $13, last_id = $14, away_since = NULL,
         lease_until = now() + interval '${LEASE_SECONDS} seconds'
       WHERE workspace_id = $1 AND id = $2 AND owner = $3 AND state = 'running'
       RETURNING id
     ), flipped AS (
       INSERT INTO backtest_flips (workspace_id, backtest_id, n, output_id, was, would, label)
       SELECT $1, $2, f.* FROM moved,
         unnest($15::integer[], $16::text[], $17::text[], $18::text[], $19::text[]) AS f
     )
     SELECT FROM moved`,
    [
      ...[workspaceId, id, owner, counts.checked, counts.wouldFail, counts.newlyFailed],
      ...[counts.newlyPassed, counts.erred, counts.skipped, counts.agrees, counts.disagrees],
      ...[costUsd, last.timestamp, last.id, flips.map(({ n }) => n)],
      textArray(flips.map((flip) => flip.id)),
      textArray(flips.map(({ was }) => was)),
      textArray(flips.map(({ would }) => would)),
      textArray(flips.map(({ label }) => label)),
    ],
  );
  return rows.length > 0;
}

/** Adds the cost of model calls that produced no result. */
export async function addCost(
  db: SqlClient,
  { workspaceId, id, owner }: ClaimedBacktest,
  costUsd: number,
): Promise<void> {
  await db.query(
    `UPDATE backtests SET cost_usd = cost_usd + $4
     WHERE workspace_id = $1 AND id = $2 AND owner = $3`,
    [workspaceId, id, owner, costUsd],
  );
}

/** Records that the judge is down. @returns for how many seconds it has been. */
export async function noteJudgeAway(db: SqlClient, claimed: ClaimedBacktest): Promise<number> {
  const { rows } = await db.query<{ seconds: number }>(
    `UPDATE backtests SET away_since = coalesce(away_since, now())
     WHERE workspace_id = $1 AND id = $2 AND owner = $3
     RETURNING extract(epoch FROM now() - away_since)::float8 AS seconds`,
    [claimed.workspaceId, claimed.id, claimed.owner],
  );
  return rows[0]?.seconds ?? 0;
}

export interface Ending {
  readonly state: Extract<BacktestState, 'done' | 'failed'>;
  readonly error: string | null;
  readonly at: Date;
}

/** Does nothing if the claim was lost. Outputs deleted during the run no longer count toward the total. */
export async function endBacktest(
  db: SqlClient,
  { workspaceId, id, owner }: ClaimedBacktest,
  { state, error, at }: Ending,
): Promise<void> {
  await db.query(
    `UPDATE backtests SET state = $4, error = $5, finished_at = $6, owner = NULL, lease_until = NULL,
       total = CASE WHEN $4 = 'done' THEN checked ELSE total END
     WHERE workspace_id = $1 AND id = $2 AND owner = $3 AND state = 'running'`,
    [workspaceId, id, owner, state, error, at],
  );
}
