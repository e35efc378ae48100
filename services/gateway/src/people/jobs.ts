import { transact } from '@output-review/shared-kernel';

import { job } from '../context.ts';
import { publishUntold } from './announce.sql.ts';
import { removeEnded } from './sessions.sql.ts';

/** Links, invitations and wrong passwords too. */
export const removeEndedSessions = job({
  name: 'remove ended sessions and links',
  everyMs: 60 * 60_000,
  run: ({ db, clock }) => removeEnded(db, clock.now()),
});

/** What a mail server did not take, or a gateway that has stopped did not get to. */
export const sendKeptMails = job({
  name: 'send kept emails',
  everyMs: 30_000,
  run: async ({ mailer }) => mailer?.sendKept(),
});

/** A gateway of v0.2.0, which runs beside these during an upgrade, changes members and tells nobody. */
export const tellUntoldPeople = job({
  name: 'tell of people who were not told of',
  everyMs: 5 * 60_000,
  run: async (ctx, signal) => {
    let count;
    do {
      count = await transact(ctx, (tx) => publishUntold(tx, ctx.clock.now()));
    } while (count > 0 && !signal.aborted);
  },
});
