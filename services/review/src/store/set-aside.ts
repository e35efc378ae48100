import type { Clock, Database, DeadLetters } from '@output-review/runtime';

import type { OutputKey } from '../domain/output.ts';
import type { SetAsideMessage } from '../use-cases/replay-dead-letters.ts';
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

/** One dead letter that was not replayed; null where there is none with this id. */
export const makeFindSetAside =
  (deadLetters: DeadLetters) =>
  async (id: string): Promise<SetAsideMessage | null> => {
    if (!/^\d{1,18}$/.test(id)) return null;
    const before = String(BigInt(id) - 1n);
    const [letter] = await deadLetters.list({ afterId: before, limit: 1 });
    if (letter?.id !== id) return null;
    const { topic, key, json } = letter.event;
    return { id, topic, key, json };
  };
