import type { Clock, Database } from '@output-review/runtime';

import type { OutputKey } from '../domain/output.ts';
import { STORE_SET_ASIDE } from './apply-submissions-sql.ts';
import { COUNT_SLOTS } from './count-slots.ts';

const UNREADABLE_SUBMISSION = 'What was submitted could not be read.';

/** Stores a row from the key alone; whatever is stored or deleted already stays as it is. */
export const makeSetAsideSubmission =
  (database: Database, clock: Clock) =>
  async ({ workspaceId, id }: OutputKey): Promise<void> => {
    await database.query(STORE_SET_ASIDE, [
      workspaceId,
      id,
      clock.now(),
      UNREADABLE_SUBMISSION,
      COUNT_SLOTS.submissions,
    ]);
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
