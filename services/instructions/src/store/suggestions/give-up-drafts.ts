import type { Database } from '@output-review/runtime';

// Longer than any draft takes that is still being written: the evaluator answers within 130 s.
const GIVEN_UP_AFTER = `interval '150 seconds'`;

/** Gives up the drafts of processes that were killed, so that new ones can be asked for. */
export const makeGiveUpDrafts = (db: Database) => async (): Promise<void> => {
  await db.query(GIVE_UP);
};

const GIVE_UP = `
UPDATE suggestions SET state = 'failed', failure = 'The service was restarted. Ask again.'
WHERE state = 'drafting' AND begun_at < now() - ${GIVEN_UP_AFTER}`;
