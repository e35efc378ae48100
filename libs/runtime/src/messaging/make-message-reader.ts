import { type DataOf, type EventType, makeTolerantValidator } from '@output-review/contracts';

import type { SetAsideMessage } from './replay-dead-letters.ts';

/**
 * Makes the reader of messages of one type that were set aside, for who handles one again as if it came
 * now. It throws, and says why, where a message is still not what the contract says.
 */
export function makeMessageReader<E extends EventType>(
  event: E,
): (message: Pick<SetAsideMessage, 'json'>) => DataOf<E> {
  const findFault = makeTolerantValidator(event.schema);
  return ({ json }) => {
    const data: unknown = JSON.parse(json);
    const fault = findFault(data);
    if (fault !== null) throw new Error(fault);
    return data;
  };
}
