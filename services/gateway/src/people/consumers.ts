import { destinationsSwitchedOff } from '@output-review/contracts';

import { consumer } from '../context.ts';
import { mailSwitchedOff } from './mails.ts';

export const peopleConsumers = [
  // Emails the admins of a workspace when one of its destinations was switched off.
  consumer(destinationsSwitchedOff, {
    // One event per batch, so that a failed mail is retried alone.
    batchMax: 1,
    // With a wrong SMTP password, constant sign-in failures could lock the mail account.
    waits: { firstMs: 1_000, longestMs: 60_000 },
    handle: async (ctx, batch) => {
      for (const { data } of batch) await mailSwitchedOff(ctx, data);
    },
  }),
];
