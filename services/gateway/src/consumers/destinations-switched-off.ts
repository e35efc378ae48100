import { type DestinationsSwitchedOff, destinationsSwitchedOff } from '@output-review/contracts';
import {
  consumeEvents,
  type Consuming,
  makeMessageReader,
  type SetAsideMessage,
  type SubscriptionHandle,
} from '@output-review/runtime';

type TellAdmins = (told: DestinationsSwitchedOff) => Promise<void>;

interface Deps {
  readonly tellAdmins: TellAdmins;
}

/** Tells the admins of a workspace that nothing is sent to one of its destinations any more. */
export function consumeDestinationsSwitchedOff(
  consuming: Consuming,
  { tellAdmins }: Deps,
): SubscriptionHandle {
  return consumeEvents({
    ...consuming,
    // Mails are sent one by one: what failed alone comes again alone.
    batchMax: 1,
    event: destinationsSwitchedOff,
    handle: async (batch) => {
      for (const { data } of batch) await tellAdmins(data);
    },
  });
}

/** Tells of one that was set aside as if it came now. */
export function makeReplaySwitchedOff(tellAdmins: TellAdmins) {
  const readTold = makeMessageReader(destinationsSwitchedOff);
  return async (message: Pick<SetAsideMessage, 'json'>): Promise<void> =>
    tellAdmins(readTold(message));
}
