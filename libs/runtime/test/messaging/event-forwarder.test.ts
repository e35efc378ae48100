import { setTimeout as delay } from 'node:timers/promises';

import { expect, test } from '@jest/globals';

import { EventForwarder } from '../../src/messaging/event-forwarder.ts';
import type { OutgoingEvent } from '../../src/messaging/bus.ts';
import type { Logger } from '../../src/base/logger.ts';
import { silentLog } from '../../src/testing/silent-log.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { someEvents } from './sample-events.ts';

/** A forwarder to a bus that is away for its first tries. */
function aForwarder({ failures }: { readonly failures: number }) {
  const tries: (readonly OutgoingEvent[])[] = [];
  const warnings: string[] = [];
  const log: Logger = { ...silentLog, warn: (_, message) => warnings.push(message) };
  const send = async (events: readonly OutgoingEvent[]): Promise<void> => {
    tries.push(events);
    if (tries.length <= failures) throw new Error(`away ${tries.length}`);
  };
  return { forwarder: new EventForwarder({ bus: { send }, log }), tries, warnings };
}

test('events are sent until the bus has them, and one warning tells of an outage', async () => {
  const { forwarder, tries, warnings } = aForwarder({ failures: 2 });
  const events = someEvents(2);

  await forwarder.send(events);

  expect(tries).toEqual([events, events, events]);
  expect(warnings).toEqual(['sending failed, retrying']);
});

test('without events nothing is sent', async () => {
  const { forwarder, tries } = aForwarder({ failures: 0 });

  await forwarder.send([]);

  expect(tries).toEqual([]);
});

test('a stop ends the tries, with what the bus said last', async () => {
  const { forwarder, tries } = aForwarder({ failures: Infinity });
  const sending = forwarder.send(someEvents(1));
  sending.catch(() => {});
  await eventually(() => expect(tries.length).toBeGreaterThan(0));

  forwarder.stop();

  await expect(sending).rejects.toThrow(`away ${tries.length}`);
  const made = tries.length;
  await delay(200);
  expect(tries).toHaveLength(made);
});
