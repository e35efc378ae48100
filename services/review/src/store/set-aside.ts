import type { Clock, Database } from '@output-review/runtime';

import type { OutputKey } from '../domain/output.ts';
import { STORE_SET_ASIDE } from './apply-submissions-sql.ts';
import type { CommitSignals } from './commit-signals.ts';
import { COUNT_SLOTS } from './count-slots.ts';
import { fanOut } from './destinations/fan-out.ts';

const UNREADABLE_SUBMISSION = 'What was submitted could not be read.';

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly signals: CommitSignals;
}

/** Stores a row from the key alone, and tells of it; whatever is stored or deleted already stays as it is. */
export const makeSetAsideSubmission =
  ({ database, clock, signals }: Deps) =>
  async ({ workspaceId, id }: OutputKey): Promise<void> => {
    const at = clock.now();
    const hasDeliveries = await database.transaction(async (tx) => {
      const { rows } = await tx.query(STORE_SET_ASIDE, [
        ...[workspaceId, id, at, UNREADABLE_SUBMISSION, COUNT_SLOTS.submissions],
      ]);
      return fanOut(
        tx,
        rows.map(() => ({ workspaceId, id, event: 'error', at })),
      );
    });
    signals.happened.notify();
    if (hasDeliveries) signals.deliveries.notify();
  };

/** The run that an output waits for: of an output that is not stored yet, its first. */
export const makeFindRun =
  (database: Database) =>
  async ({ workspaceId, id }: OutputKey): Promise<number> => {
    const { rows } = await database.query<{ run: number }>(
      'SELECT run FROM outputs WHERE workspace_id = $1 AND id = $2',
      [workspaceId, id],
    );
    return rows[0]?.run ?? 1;
  };
