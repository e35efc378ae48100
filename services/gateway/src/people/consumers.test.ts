import { expect, jest, test } from '@jest/globals';
import { destinationsSwitchedOff } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { type Bus, systemClock } from '@output-review/runtime';
import { silentLog, silentTelemetry } from '@output-review/runtime/testing';

import type { Context } from '../context.ts';
import { peopleConsumers } from './consumers.ts';

test('retries a mail server that refuses sign-ins at most twice a minute after a while', async () => {
  const pauses: number[] = [];
  let isBarred = true;
  const timers = jest.spyOn(globalThis, 'setTimeout').mockImplementation((end, ms = 0) => {
    isBarred = pauses.push(ms) < 10;
    // Skips the wait.
    setImmediate(end);
    return 0 as unknown as NodeJS.Timeout;
  });
  const ctx = {
    db: { query: async () => ({ rows: [{ name: 'Ours', email: 'ada@example.com' }] }) },
    listener: { url: 'https://review.example.com' },
    mailer: {
      sendNotice: async () => {
        if (isBarred) throw new AppError('UNAVAILABLE', 'No.');
      },
    },
  } as unknown as Context;

  await handleOne(ctx).finally(() => timers.mockRestore());

  expect(pauses[0]).toBeLessThanOrEqual(1_000);
  expect(pauses.at(-1)).toBeGreaterThanOrEqual(30_000);
  expect(pauses.at(-1)).toBeLessThanOrEqual(60_000);
});

/** Makes the consumer handle one event, as a bus would. */
async function handleOne(ctx: Context): Promise<void> {
  const { topic, examples } = destinationsSwitchedOff;
  const event = {
    ...{ topic, key: 'k', id: 'e', json: JSON.stringify(examples.valid), position: '1' },
    ...{ source: 'review', time: '2026-01-07T03:05:00.000Z', traceparent: null },
  };
  let handled: Promise<unknown> | undefined;
  const subscribe: Bus['subscribe'] = ({ handle }) => {
    handled = handle([event], new AbortController().signal);
    return { pause: async () => {}, resume: () => {}, close: async () => {}, lag: () => 0 };
  };
  peopleConsumers[0]?.subscribe(ctx, {
    ...{ bus: { subscribe } as Bus, group: 'gateway', batchMax: 1, log: silentLog },
    ...{ deadLetters: { add: async () => {} }, clock: systemClock, telemetry: silentTelemetry() },
  });
  await handled;
}
