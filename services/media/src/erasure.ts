import { eraseLetters, eraseRows, type EraseStep } from '@output-review/shared-kernel';

import type { Context } from './context.ts';

const DOOM_ROWS_MAX = 500;

/** Everything that media stores about a workspace, except the fact that it was erased. */
export const ERASE_STEPS: readonly EraseStep[] = [
  doomRows('files', 'workspace_id = $1'),
  // Each condition fits an index: that of uploads no output has claimed, at most for a day, and that of claimed ones.
  doomRows('uploads', 'workspace_id = $1 AND claimed_attempt IS NULL'),
  doomRows('uploads', 'workspace_id = $1 AND claimed_attempt IS NOT NULL'),
  eraseRows('claims'),
  eraseRows('media_usage'),
  eraseLetters,
];

/** The last step: removes the objects scheduled by the others without waiting for the next run. */
export const removeAtOnce =
  ({ jobs }: Context): EraseStep =>
  () => {
    jobs.removeDoomed.wake();
    return Promise.resolve(0);
  };

/** Objects are scheduled in the statement that deletes their rows, otherwise they would be orphaned. */
function doomRows(table: 'files' | 'uploads', condition: string): EraseStep {
  const text = `
    WITH gone AS (
      DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM ${table} WHERE ${condition} LIMIT ${DOOM_ROWS_MAX}
        FOR UPDATE SKIP LOCKED
      )) RETURNING object_key
    ), doomed AS (
      INSERT INTO doomed_objects (object_key, doomed_at)
      SELECT object_key, now() FROM gone ORDER BY object_key ON CONFLICT DO NOTHING
    )
    SELECT FROM gone`;
  return async (client, workspaceId) => (await client.query(text, [workspaceId])).rows.length;
}
