import type { SqlClient } from '@output-review/runtime';

import type { Context } from '../context.ts';
import { fanOut } from '../destinations/fan-out.sql.ts';
import { COUNT_SLOTS } from '../outputs/counts.sql.ts';
import type { OutputKey } from '../outputs/output.pure.ts';
import { findDemand, findRun } from './intake.pure.ts';
import { STORE_SET_ASIDE } from './submissions.sql.ts';

const UNREADABLE_SUBMISSION = 'The submission could not be read.';

/** Stores a row from the key alone and notifies destinations. Leaves stored or deleted outputs unchanged. */
export async function deadLetterSubmission(
  { db, clock, jobs }: Context,
  { workspaceId, id }: OutputKey,
): Promise<void> {
  const at = clock.now();
  const hasDeliveries = await db.transaction(async (tx) => {
    const { rows } = await tx.query(STORE_SET_ASIDE, [
      ...[workspaceId, id, at, UNREADABLE_SUBMISSION, COUNT_SLOTS.submissions[0]],
    ]);
    return fanOut(
      tx,
      rows.map(() => ({ workspaceId, id, event: 'error', at })),
      at,
    );
  });
  jobs.tailEvents.wake();
  if (hasDeliveries) jobs.sendDeliveries.wake();
}

/**
 * Ends an output with an unreadable result in error, so that it does not stay pending. If the message still shows its
 * run, only that run ends, otherwise the current one. Keeps the approvals that its rules require, if they can be read.
 */
export async function deadLetterEvaluation(
  { db, clock, intake }: Context,
  key: OutputKey,
  json: string,
): Promise<void> {
  await intake.applyNow(
    [],
    [
      {
        ...key,
        run: findRun(json) ?? (await waitedFor(db, key)),
        evaluatedAt: clock.now().toISOString(),
        outcome: 'error',
        confidenceScore: null,
        explanation: 'The result of the evaluation could not be read.',
        appliedRules: [],
        demand: findDemand(json),
      },
    ],
  );
}

/** The run that an output waits for. For an output that is not stored yet, its first. */
async function waitedFor(db: SqlClient, { workspaceId, id }: OutputKey): Promise<number> {
  const { rows } = await db.query<{ run: number }>(
    'SELECT run FROM outputs WHERE workspace_id = $1 AND id = $2',
    [workspaceId, id],
  );
  return rows[0]?.run ?? 1;
}
