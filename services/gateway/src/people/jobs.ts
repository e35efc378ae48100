import { job } from '../context.ts';
import { removeEnded } from './sessions.sql.ts';

/** Links, invitations and wrong passwords too. */
export const removeEndedSessions = job({
  name: 'remove ended sessions and links',
  everyMs: 60 * 60_000,
  run: ({ db, clock }) => removeEnded(db, clock.now()),
});
