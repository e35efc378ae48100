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

describe('the in-process bus', () => {
  test('delays the batch after a long one by at most two seconds, however busy the listener is', async () => {
    const bus = new InProcessBus({ isHttpBusy: () => true });
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

    // At a tenth of the time it would be 18 s later.
    expect(performance.now() - began).toBeLessThan(15_000);
    await bus.stop();
  });

  test('settles a send only when every group has committed', async () => {
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

  test('holds events sent before the start until then', async () => {
    const bus = new InProcessBus();
    const sending = bus.send(someEvents(3));
    let got = 0;
    bus.subscribe({ ...subscription, handle: async (batch) => void (got += batch.length) });

    await bus.start();
    await sending;

    expect(got).toBe(3);
  });

  test('combines waiting events into one batch', async () => {
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

  test('limits a batch to 8 MB, and delivers a larger event alone', async () => {
    const bus = new InProcessBus();
    const batches: (readonly IncomingEvent[])[] = [];
    bus.subscribe({ ...subscription, handle: async (batch) => void batches.push(batch) });
    const json = (megabytes: number): string => JSON.stringify('x'.repeat(megabytes * 1024 * 1024));
    const sending = bus.send([3, 3, 3, 9, 1].flatMap((mb) => someEvents(1, { json: json(mb) })));

    await bus.start();
    await sending;

    expect(batches.map((batch) => batch.length)).toEqual([2, 1, 1, 1]);
  });

  test('a stop rejects uncommitted events, and a repeat arrives after a new start', async () => {
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

  describe('with two concurrent batches', () => {
    const twoAtOnce = { ...subscription, batchMax: 2, batchesAtOnceMax: 2 };

    /** A bus whose handler blocks on each batch until it is released by the IDs of the batch. */
    async function startTwoAtOnce() {
      const bus = new InProcessBus();
      const begun: string[] = [];
      const ends = new Map<string, (error?: Error) => void>();
      const handle = bus.subscribe({
        ...twoAtOnce,
        handle: (batch) =>
          new Promise<void>((resolve, reject) => {
            const ids = batch.map(({ id }) => id).join();
            begun.push(ids);
            ends.set(ids, (error) => (error ? reject(error) : resolve()));
          }),
      });
      await bus.start();
      const end = (ids: string, error?: Error): void => ends.get(ids)?.(error);
      return { bus, handle, begun, end };
    }

    const withIds = (ids: string, key = (id: string): string => `w/${id}`) =>
      Array.from(ids, (id) => ({ ...someEvents(1)[0]!, id, key: key(id) }));

    test('handles a backlog with both, and acknowledges in order', async () => {
      const { bus, handle, begun, end } = await startTwoAtOnce();
      let settled = '';
      for (const ids of ['ab', 'cd', 'e']) void bus.send(withIds(ids)).then(() => (settled += ids));
      await eventually(() => expect(begun).toEqual(['a,b', 'c,d']));

      end('c,d');
      await delay(20);
      // An incomplete batch is no backlog, and `ab` is not done.
      expect([begun, settled, handle.lag()]).toEqual([['a,b', 'c,d'], '', 5]);
      end('a,b');
      await eventually(() => expect(begun).toEqual(['a,b', 'c,d', 'e']));
      end('e');

      await eventually(() => expect(settled).toBe('abcde'));
      await bus.stop();
    });

    test('never has a key in two batches at a time', async () => {
      const { bus, begun, end } = await startTwoAtOnce();
      void bus.send(withIds('abcd', (id) => (id === 'd' ? 'w/a' : `w/${id}`)));
      await eventually(() => expect(begun).toEqual(['a,b', 'c']));

      end('c');
      await delay(20);
      expect(begun).toEqual(['a,b', 'c']);
      end('a,b');

      await eventually(() => expect(begun).toEqual(['a,b', 'c', 'd']));
      end('d');
      await bus.stop();
    });

    test('redelivers the batches behind a failed one with it, in order', async () => {
      const { bus, begun, end } = await startTwoAtOnce();
      void bus.send(withIds('abcdef'));
      await eventually(() => expect(begun).toEqual(['a,b', 'c,d']));

      end('a,b', new Error('away'));
      await delay(20);
      expect(begun).toEqual(['a,b', 'c,d']);
      end('c,d');

      await eventually(() => expect(begun).toEqual(['a,b', 'c,d', 'a,b', 'c,d']));
      end('a,b');
      end('c,d');
      await eventually(() => expect(begun.slice(4)).toEqual(['e,f']));
      end('e,f');
      await bus.stop();
    });

    test('a stop waits for both', async () => {
      const { bus, begun, end } = await startTwoAtOnce();
      const sending = bus.send(withIds('abcd'));
      await eventually(() => expect(begun).toEqual(['a,b', 'c,d']));

      let isStopped = false;
      const stopped = bus.stop().then(() => (isStopped = true));
      end('a,b');
      await delay(20);
      expect(isStopped).toBe(false);
      end('c,d');

      await Promise.all([stopped, sending]);
    });
  });

  test('an effect that is committed after a stop acknowledges no event of the next start', async () => {
    const bus = new InProcessBus();
    const begun: string[] = [];
    let commit = (): void => {};
    const late = new Promise<void>((resolve) => (commit = resolve));
    bus.subscribe({
      ...subscription,
      handle: async (batch) => {
        begun.push(...batch.map(({ id }) => id));
        return begun.length === 1 ? { committed: late } : undefined;
      },
    });
    await bus.start();
    const [before] = someEvents(1);
    const sending = bus.send([before!]);
    await eventually(() => expect(begun).toEqual([before!.id]));
    const stopped = expect(sending).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await bus.stop();
    await stopped;

    await bus.start();
    const after = someEvents(2);
    const sent = bus.send(after);
    commit();
    await sent;

    expect(begun.slice(1)).toEqual(after.map(({ id }) => id));
  });

  test('yields to the process between two batches', async () => {
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
