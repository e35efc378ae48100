import { setTimeout as delay } from 'node:timers/promises';

import { TOPICS } from '@output-review/contracts';
import { describe, expect, test } from '@jest/globals';

import type { IncomingEvent } from '../../src/messaging/bus.ts';
import { InProcessBus } from '../../src/messaging/in-process-bus.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { busContract } from './bus-contract.ts';
import { someEvents } from './sample-events.ts';

busContract('InProcessBus', async () => {
  const bus = new InProcessBus();
  return { bus, close: () => bus.stop() };
});

const subscription = { topic: TOPICS.outputsDeleted, group: 'g', batchMax: 500 } as const;

describe('in process', () => {
  test('a batch that took long holds up the next for two seconds at most, however busy the door', async () => {
    const bus = new InProcessBus({ isDoorBusy: () => true });
    let batches = 0;
    bus.subscribe({
      ...subscription,
      handle: async () => {
        batches += 1;
        if (batches === 1) await delay(2_000);
      },
    });
    await bus.start();
    await bus.send(someEvents(1));
    const began = performance.now();

    await bus.send(someEvents(1));

    // A tenth of the time would be 18 s later.
    expect(performance.now() - began).toBeLessThan(15_000);
    await bus.stop();
  });

  test('a send is settled by the commit of every group, and by nothing before', async () => {
    const bus = new InProcessBus();
    const order: string[] = [];
    const slow = bus.subscribe({
      ...subscription,
      group: 'slow',
      handle: async () => void order.push('slow'),
    });
    bus.subscribe({ ...subscription, handle: async () => void order.push('quick') });
    await slow.pause();
    await bus.start();

    const sending = bus.send(someEvents(3)).then(() => order.push('settled'));
    await eventually(() => expect(order).toEqual(['quick']));
    slow.resume();
    await sending;

    expect(order).toEqual(['quick', 'slow', 'settled']);
  });

  test('what is sent before the start waits for it', async () => {
    const bus = new InProcessBus();
    const sending = bus.send(someEvents(3));
    let got = 0;
    bus.subscribe({ ...subscription, handle: async (batch) => void (got += batch.length) });

    await bus.start();
    await sending;

    expect(got).toBe(3);
  });

  test('what waits makes one batch', async () => {
    const bus = new InProcessBus();
    const sizes: number[] = [];
    const handle = bus.subscribe({
      ...subscription,
      handle: async (batch) => void sizes.push(batch.length),
    });
    await handle.pause();
    await bus.start();
    const sends = Array.from({ length: 90 }, () => bus.send(someEvents(10)));

    handle.resume();
    await Promise.all(sends);

    expect(sizes).toEqual([500, 400]);
  });

  test('a batch has 8 MB at most, and one event bigger than that comes alone', async () => {
    const bus = new InProcessBus();
    const batches: (readonly IncomingEvent[])[] = [];
    bus.subscribe({ ...subscription, handle: async (batch) => void batches.push(batch) });
    const json = (megabytes: number): string => JSON.stringify('x'.repeat(megabytes * 1024 * 1024));
    const sending = bus.send([3, 3, 3, 9, 1].flatMap((mb) => someEvents(1, { json: json(mb) })));

    await bus.start();
    await sending;

    expect(batches.map((batch) => batch.length)).toEqual([2, 1, 1, 1]);
  });

  test('a stop rejects what is not committed, and after a new start a repeat arrives', async () => {
    const bus = new InProcessBus();
    const got: string[] = [];
    const handle = bus.subscribe({
      ...subscription,
      handle: async (batch) => void got.push(...batch.map(({ id }) => id)),
    });
    await handle.pause();
    await bus.start();
    const events = someEvents(3);
    const sending = bus.send(events);

    await bus.stop();
    await expect(sending).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(bus.send(events)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    handle.resume();
    await bus.start();
    await bus.send(events);

    expect(got).toEqual(events.map(({ id }) => id));
  });

  test('the process gets its turn between two batches', async () => {
    const bus = new InProcessBus();
    const seen: string[] = [];
    bus.subscribe({
      ...subscription,
      batchMax: 1,
      handle: async () => {
        setImmediate(() => seen.push('process'));
        seen.push('batch');
      },
    });
    await bus.start();

    await bus.send(someEvents(3));

    expect(seen.slice(0, 4)).toEqual(['batch', 'process', 'batch', 'process']);
  });
});
