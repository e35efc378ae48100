import { destinationsSwitchedOff } from '@output-review/contracts';

import { consumer } from '../context.ts';
import { mailSwitchedOff } from './mails.ts';

export const peopleConsumers = [
  // Tells the admins of a workspace that nothing is sent to one of its destinations any more.
  consumer(destinationsSwitchedOff, {
    // Mails are sent one by one: what failed alone comes again alone.
    batchMax: 1,
    handle: async (ctx, batch) => {
      for (const { data } of batch) await mailSwitchedOff(ctx, data);
    },
  }),
];
