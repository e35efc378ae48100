import type { Topic } from '@output-review/contracts';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

import { newId } from '../../src/base/new-id.ts';
import type { Bus, Subscription } from '../../src/messaging/bus.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { recorder } from './recorder.ts';
import * as sample from './sample-events.ts';

export interface BusUnderTest {
  readonly bus: Bus;
  close(): Promise<void>;
}

/**
 * The contract of every bus. A bus may keep events for later groups, so each test has its own topics.
 *
 * @param makeBus creates a bus with these topics.
 */
export function busContract(
  name: string,
  makeBus: (topics: readonly Topic[]) => Promise<BusUnderTest>,
): void {
  describe(`${name} fulfills the bus contract`, () => {
    let topic: Topic;
    let otherTopic: Topic;
    let bus: Bus;
    let close: () => Promise<void>;

    beforeEach(async () => {
      [topic, otherTopic] = [`test.${newId()}` as Topic, `test.${newId()}` as Topic];
      ({ bus, close } = await makeBus([topic, otherTopic]));
    });
    afterEach(() => close());

    const anEvent = (parts: sample.EventParts = {}) => sample.anEvent({ topic, ...parts });
    const someEvents = (count: number, parts: sample.EventParts = {}) =>
      sample.someEvents(count, { topic, ...parts });
    const subscribe = (handle: Subscription['handle'], rest: Partial<Subscription> = {}) =>
      bus.subscribe({ topic, group: newId(), batchMax: 500, handle, ...rest });

    test('delivers every event of a topic unchanged to every group', async () => {
      const [one, other] = [recorder(), recorder()];
      subscribe(one.handle);
      subscribe(other.handle);
      await bus.start();
      const sent = someEvents(20);

      await bus.send([...sent, anEvent({ topic: otherTopic })]);

      for (const group of [one, other]) {
        const got = await eventually(() => group.expectOf(sent));
        expect(byId(got)).toMatchObject(byId(sent));
        expect(got.every(({ position }) => position.length > 0)).toBe(true);
      }
    });

    test('keeps the order of events with the same key, even when a batch is redelivered', async () => {
      const keys = [1, 2, 3].map(() => `w/${newId()}`);
      const sent = Array.from({ length: 60 }, (_, n) =>
        anEvent({ key: keys[n % 3]!, sequence: n }),
      );
      const group = recorder();
      let refusals = 2;
      subscribe(
        async (batch, signal) => {
          if (refusals > 0) {
            refusals -= 1;
            throw new Error('not yet');
          }
          await group.handle(batch, signal);
        },
        { batchMax: 7 },
      );
      await bus.start();

      for (let from = 0; from < sent.length; from += 10) {
        void bus.send(sent.slice(from, from + 10));
      }

      const got = await eventually(() => group.expectOf(sent));
      for (const key of keys) {
        const ids = (events: readonly { key: string; id: string }[]) =>
          events.filter((event) => event.key === key).map(({ id }) => id);
        expect(ids(got)).toEqual(ids(sent));
      }
    });

    test("limits a batch to the group's maximum", async () => {
      const sizes: number[] = [];
      const group = recorder();
      subscribe(
        async (batch, signal) => {
          sizes.push(batch.length);
          await group.handle(batch, signal);
        },
        { batchMax: 7 },
      );
      await bus.start();
      const sent = someEvents(50);

      await bus.send(sent);

      await eventually(() => group.expectOf(sent));
      expect(Math.max(...sizes)).toBeLessThanOrEqual(7);
    });

    test('a blocked group does not block the others', async () => {
      const [slow, quick] = [recorder(), recorder()];
      const handle = subscribe(slow.handle);
      subscribe(quick.handle);
      await handle.pause();
      await bus.start();
      const sent = someEvents(5);

      const sending = bus.send(sent);

      await eventually(() => quick.expectOf(sent));
      expect(slow.of(sent)).toEqual([]);
      handle.resume();
      await sending;
      await eventually(() => slow.expectOf(sent));
    });

    test('a pause waits for the current batch and starts no further one', async () => {
      const group = recorder();
      const gate = makeGate();
      let begun = 0;
      const handle = subscribe(
        async (batch, signal) => {
          begun += 1;
          await gate.opened;
          await group.handle(batch, signal);
        },
        { batchMax: 1 },
      );
      await bus.start();
      const sent = someEvents(3, { key: `w/${newId()}` });
      void bus.send(sent);
      await eventually(() => expect(begun).toBe(1));

      const paused = handle.pause();
      gate.open();
      await paused;

      expect(group.of(sent)).toHaveLength(1);
      expect(handle.lag()).toBeGreaterThanOrEqual(2);
      handle.resume();
      await eventually(() => group.expectOf(sent));
    });

    test('a pause tells a waiting handler to give up', async () => {
      const group = recorder();
      let isWaiting = false;
      const handle = subscribe(async (batch, signal) => {
        if (isWaiting) return group.handle(batch, signal);
        isWaiting = true;
        await new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(new Error('gave up')));
        });
      });
      await bus.start();
      const sent = someEvents(2);
      void bus.send(sent);
      await eventually(() => expect(isWaiting).toBe(true));

      await handle.pause();
      handle.resume();

      await eventually(() => group.expectOf(sent));
    });

    test('a second member of a group gets the events that the first one left', async () => {
      const id = newId();
      const [first, second] = [recorder(), recorder()];
      const member = subscribe(first.handle, { group: id });
      await bus.start();
      const [before, after] = [someEvents(3), someEvents(3)];
      await bus.send(before);
      await eventually(() => first.expectOf(before));

      await member.close();
      void bus.send(after);
      subscribe(second.handle, { group: id });

      await eventually(() => second.expectOf(after));
      expect(first.of(after)).toEqual([]);
      expect(second.of(before)).toEqual([]);
    });

    test('a stop finishes the current batch', async () => {
      const group = recorder();
      const gate = makeGate();
      let begun = 0;
      subscribe(async (batch, signal) => {
        begun += 1;
        await gate.opened;
        await group.handle(batch, signal);
      });
      await bus.start();
      const sent = someEvents(2);
      bus.send(sent).catch(() => {});
      await eventually(() => expect(begun).toBe(1));

      const stopped = bus.stop();
      gate.open();
      await stopped;

      expect(group.of(sent).length).toBeGreaterThan(0);
    });

    test('handles the next batch while the last effect is pending, and acknowledges once it is committed', async () => {
      const gates = [makeGate(), makeGate(), makeGate()];
      const begun: string[] = [];
      const handle = subscribe(
        async (batch) => {
          const gate = gates[begun.length];
          begun.push(...batch.map(({ id }) => id));
          return { committed: gate?.opened ?? Promise.resolve() };
        },
        { batchMax: 1 },
      );
      await bus.start();
      const sent = someEvents(3, { key: `w/${newId()}` });
      void bus.send(sent);

      await eventually(() => expect(begun).toEqual(sent.map(({ id }) => id)));
      gates[1]?.open();
      expect(handle.lag()).toBe(3);
      gates[0]?.open();

      await eventually(() => expect(handle.lag()).toBe(1));
      gates[2]?.open();
      await eventually(() => expect(handle.lag()).toBe(0));
      expect(begun).toHaveLength(3);
    });

    test('redelivers a batch whose effect fails, and the batches behind it', async () => {
      const begun: string[] = [];
      const fault = makeGate();
      subscribe(
        async (batch) => {
          const isFirst = begun.length === 0;
          begun.push(...batch.map(({ id }) => id));
          if (!isFirst) return;
          return { committed: fault.opened.then(() => Promise.reject(new Error('away'))) };
        },
        { batchMax: 1 },
      );
      await bus.start();
      const sent = someEvents(2, { key: `w/${newId()}` });
      const ids = sent.map(({ id }) => id);
      void bus.send(sent);
      await eventually(() => expect(begun).toEqual(ids));

      fault.open();

      await eventually(() => expect(begun).toEqual([...ids, ...ids]));
    });

    test('accepts events for a topic without readers', async () => {
      await bus.start();

      await expect(bus.send([anEvent({ topic: otherTopic })])).resolves.toBeUndefined();
    });

    test('sends an empty list immediately', async () => {
      subscribe(recorder().handle);
      await bus.start();

      await expect(bus.send([])).resolves.toBeUndefined();
    });
  });
}

const byId = <E extends { readonly id: string }>(events: readonly E[]): E[] =>
  events.toSorted((one, other) => one.id.localeCompare(other.id));

/** Blocks until it is opened. */
function makeGate() {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}
