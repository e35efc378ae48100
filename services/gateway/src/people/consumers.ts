import { destinationsSwitchedOff } from '@output-review/contracts';

import { consumer } from '../context.ts';
import { mailSwitchedOff } from './mails.ts';

export const peopleConsumers = [
  // Tells the admins of a workspace that nothing is sent to one of its destinations any more.
  consumer(destinationsSwitchedOff, {
    // Mails are sent one by one: what failed alone comes again alone.
    batchMax: 1,
    // Where the password is wrong, sign-ins that fail all the time would have the account locked.
    waits: { firstMs: 1_000, longestMs: 60_000 },
    handle: async (ctx, batch) => {
      for (const { data } of batch) await mailSwitchedOff(ctx, data);
    },
  }),
];
