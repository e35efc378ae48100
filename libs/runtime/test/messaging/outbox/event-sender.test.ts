import { setTimeout as delay } from 'node:timers/promises';

import { expect, test } from '@jest/globals';

import { EventSender } from '../../../src/messaging/outbox/event-sender.ts';
import { silentLog, silentTelemetry } from '../../../src/testing/silent-log.ts';
import { someEvents } from '../sample-events.ts';
import { idsOf } from './outbox-fixture.ts';

test('waits for an earlier batch in flight before it resends a failed one', async () => {
  const arrived: string[] = [];
  let sends = 0;
  const events = someEvents(2).map((event, n) => ({ ...event, seq: `${n}` }));
  await new Promise<void>((resolve) => {
    const sender = new EventSender({
      bus: {
        send: async (batch) => {
          sends += 1;
          // Longer than the pause before a retry.
          if (sends === 1) await delay(300);
          if (sends <= 2) throw new Error('no leader');
          arrived.push(...idsOf(batch));
        },
      },
      log: silentLog,
      telemetry: silentTelemetry(),
      onSent: () => arrived.length === events.length && resolve(),
    });
    for (const event of events) sender.add([event]);
  });

  expect(arrived).toEqual(idsOf(events));
});
