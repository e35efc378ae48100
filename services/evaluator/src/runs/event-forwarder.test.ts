import { setTimeout as delay } from 'node:timers/promises';

import { expect, test } from '@jest/globals';
import { TOPICS } from '@output-review/contracts';
import { type Logger, newId, type OutgoingEvent } from '@output-review/runtime';
import { eventually, silentLog, silentTelemetry } from '@output-review/runtime/testing';

import { EventForwarder } from './event-forwarder.ts';

const anEvent = (): OutgoingEvent => ({
  ...{ topic: TOPICS.outputsEvaluated, key: 'w/1', id: newId(), source: 'evaluator' },
  ...{ time: '2026-01-02T03:05:00.000Z', traceparent: null, json: '{}' },
});
const someEvents = (count: number) => Array.from({ length: count }, anEvent);

/** A forwarder to a bus whose first sends fail. */
function makeForwarder({ failures }: { readonly failures: number }) {
  const tries: (readonly OutgoingEvent[])[] = [];
  const logged: string[] = [];
  const note = (_: object, message: string) => logged.push(message);
  const log: Logger = { ...silentLog, warn: note, info: note };
  const send = async (events: readonly OutgoingEvent[]): Promise<void> => {
    tries.push(events);
    if (tries.length <= failures) throw new Error(`away ${tries.length}`);
  };
  const stopping = new AbortController();
  const forwarder = new EventForwarder({ bus: { send }, log, telemetry: silentTelemetry() });
  return { forwarder, tries, logged, stopping, signal: stopping.signal };
}

test('sends events until the bus has them, and logs the outage', async () => {
  const { forwarder, tries, logged, signal } = makeForwarder({ failures: 2 });
  const events = someEvents(2);

  const { committed } = await forwarder.send(events, signal);
  await committed;

  expect(tries).toEqual([events, events, events]);
  expect(logged).toEqual(['sending failed, retrying', 'sending resumed']);
});

test('logs an outage once, however many batches it affects', async () => {
  const { forwarder, logged, signal } = makeForwarder({ failures: 5 });

  const effects = await Promise.all([1, 2, 3].map(() => forwarder.send(someEvents(2), signal)));
  await Promise.all(effects.map(({ committed }) => committed));

  expect(logged).toEqual(['sending failed, retrying', 'sending resumed']);
});

test('logs a new outage after a stop interrupted the previous one', async () => {
  const { forwarder, tries, logged, stopping, signal } = makeForwarder({ failures: Infinity });
  const given = await forwarder.send(someEvents(1), signal);
  given.committed.catch(() => {});
  await eventually(() => expect(tries.length).toBeGreaterThan(0));
  stopping.abort();
  await expect(given.committed).rejects.toThrow('away');

  const again = new AbortController();
  const next = await forwarder.send(someEvents(1), again.signal);
  next.committed.catch(() => {});
  await eventually(() => expect(logged).toHaveLength(2));
  again.abort();
  await expect(next.committed).rejects.toThrow('away');

  expect(logged).toEqual(['sending failed, retrying', 'sending failed, retrying']);
});

test('sends nothing without events', async () => {
  const { forwarder, tries, signal } = makeForwarder({ failures: 0 });

  const { committed } = await forwarder.send([], signal);
  await committed;

  expect(tries).toEqual([]);
});

test("the signal ends the retries with the bus's last error", async () => {
  const { forwarder, tries, stopping, signal } = makeForwarder({ failures: Infinity });
  const { committed } = await forwarder.send(someEvents(1), signal);
  committed.catch(() => {});
  await eventually(() => expect(tries.length).toBeGreaterThan(0));

  stopping.abort();

  await expect(committed).rejects.toThrow(`away ${tries.length}`);
  const made = tries.length;
  await delay(200);
  expect(tries).toHaveLength(made);
});

test('beyond 16 MB in flight it waits until some events have arrived, or for its signal', async () => {
  const { signal } = new AbortController();
  const stopping = new AbortController();
  let arrive = (): void => {};
  const forwarder = new EventForwarder({
    bus: { send: () => new Promise((resolve) => (arrive = resolve)) },
    log: silentLog,
    telemetry: silentTelemetry(),
  });
  const large = { ...anEvent(), json: ' '.repeat(16 * 1024 * 1024) };
  const first = await forwarder.send([large], signal);
  const given = forwarder.send(someEvents(1), stopping.signal);
  let isTaken = false;
  const next = forwarder.send(someEvents(1), signal).then(() => (isTaken = true));

  stopping.abort(new Error('given up'));
  await expect(given).rejects.toThrow('given up');
  expect(isTaken).toBe(false);
  arrive();

  await first.committed;
  expect(await next).toBe(true);
});
