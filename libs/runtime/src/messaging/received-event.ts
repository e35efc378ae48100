import { type DataOf, type EventType, makeTolerantValidator } from '@output-review/contracts';

import { parseJson } from '../base/text.ts';
import type { IncomingEvent } from './bus.ts';

/** An event with decoded and validated data. */
export interface ReceivedEvent<D> {
  /** The same on every redelivery. */
  readonly id: string;
  readonly key: string;
  /** When it happened. */
  readonly time: Date;
  readonly traceparent: string | null;
  readonly data: D;
}

/** What is decoded of an event. */
type EventText = Pick<IncomingEvent, 'id' | 'key' | 'time' | 'traceparent' | 'json' | 'data'>;

export type DecodedEvent<D> =
  | { readonly isValid: true; readonly event: ReceivedEvent<D> }
  | {
      readonly isValid: false;
      readonly fault: { readonly code: 'UNDECODABLE' | 'INVALID'; readonly reason: string };
    };

/** Creates the decoder of an event type. Ignores fields that a newer publisher added. */
export function makeEventDecoder<E extends EventType>(
  type: E,
): (event: EventText) => DecodedEvent<DataOf<E>> {
  const findFault = makeTolerantValidator(type.schema);
  return ({ id, key, time, traceparent, json, data = parseJson(json) }) => {
    if (data === undefined) {
      return { isValid: false, fault: { code: 'UNDECODABLE', reason: 'its data is not JSON' } };
    }
    const at = new Date(time);
    const reason = Number.isNaN(at.getTime()) ? 'its time is not valid' : findFault(data);
    if (reason !== null) return { isValid: false, fault: { code: 'INVALID', reason } };
    return {
      isValid: true,
      event: { id, key, time: at, traceparent, data },
    };
  };
}
