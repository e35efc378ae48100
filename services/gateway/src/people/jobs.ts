import { transact } from '@output-review/shared-kernel';

import { job } from '../context.ts';
import { publishUnpublished } from './announce.sql.ts';
import { removeEnded } from './sessions.sql.ts';

/** Also removes links, invitations and counts of wrong passwords. */
export const removeEndedSessions = job({
  name: 'remove ended sessions and links',
  everyMs: 60 * 60_000,
  run: ({ db, clock }) => removeEnded(db, clock.now()),
});

/** Sends mails that a mail server did not accept, or that a stopped gateway did not send. */
export const sendKeptMails = job({
  name: 'send kept emails',
  everyMs: 30_000,
  run: async ({ mailer }) => mailer?.sendKept(),
});

/** A gateway of v0.2.0, running beside these during an upgrade, changes members without publishing it. */
export const publishUnpublishedPeople = job({
  name: 'publish unpublished people',
  everyMs: 5 * 60_000,
  run: async (ctx, signal) => {
    let count;
    do {
      count = await transact(ctx, (tx) => publishUnpublished(tx, ctx.clock.now()));
    } while (count > 0 && !signal.aborted);
  },
});
