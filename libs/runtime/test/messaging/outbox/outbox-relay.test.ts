import { TOPICS } from '@output-review/contracts';
import { describe, expect, test } from '@jest/globals';

import type { Bus } from '../../../src/messaging/bus.ts';
import type { OutboxStore } from '../../../src/messaging/outbox/outbox-store.ts';
import { addToOutbox, makeOutboxStore } from '../../../src/messaging/outbox/outbox-table.ts';
import { eventually } from '../../../src/testing/eventually.ts';
import { silentLog } from '../../../src/testing/silent-log.ts';
import { anEvent, someEvents } from '../sample-events.ts';
import { idsOf, useOutbox } from './outbox-fixture.ts';

const { db, bus, got, read, aRelay, write, rowsLeft } = useOutbox();

describe('dispatched rows', () => {
  test('arrive in order with their data, and are removed once every group has them', async () => {
    const relay = aRelay();
    const data = { at: 'hand' };
    const seen: unknown[] = [];
    bus().subscribe({
      topic: TOPICS.outputsDeleted,
      group: 'other',
      batchMax: 500,
      handle: async (batch) => void seen.push(...batch.map((event) => event.data)),
    });
    const stored = await write(someEvents(3).map((event) => ({ ...event, data })));

    relay.dispatch(stored);
    await relay.drained();

    expect(got()).toEqual(idsOf(stored));
    expect(seen[0]).toBe(data);
    expect(await rowsLeft()).toBe(0);
  });

  test('stay until the slowest group has committed', async () => {
    const relay = aRelay();
    const slow = read(TOPICS.outputsDeleted, 'slow');
    await slow.pause();
    relay.dispatch(await write(someEvents(2)));

    await eventually(() => expect(got()).toHaveLength(2));
    expect(await rowsLeft()).toBe(2);

    slow.resume();
    await relay.drained();
    expect(await rowsLeft()).toBe(0);
  });

  test('are sent once even if the sweeper runs meanwhile', async () => {
    const relay = aRelay({ graceMs: 0 });
    relay.start();
    const slow = read(TOPICS.outputsDeleted, 'slow');
    await slow.pause();
    const stored = await write(someEvents(20));
    relay.dispatch(stored);
    await eventually(() => expect(got()).toHaveLength(20));

    const drained = relay.drained();
    slow.resume();
    await drained;

    expect([...got()].sort()).toEqual([...idsOf(stored), ...idsOf(stored)].sort());
  });

  test('are sent once, whether the sweeper takes them before or after the dispatch', async () => {
    const store = makeOutboxStore(db());
    const stored = await write(someEvents(4));
    const claim: OutboxStore['claim'] = async (limits, exclude) => {
      const rows = await store.claim(limits, exclude);
      if (rows.length > 0) relay.dispatch(stored.slice(0, 2));
      return rows;
    };
    let answer = (): void => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const sent: string[] = [];
    const send: Bus['send'] = (events) => {
      sent.push(...idsOf(events));
      return answered;
    };
    const relay = aRelay({ bus: { send }, store: { ...store, claim } });
    relay.start();
    await eventually(() => expect(sent).toHaveLength(4));

    relay.dispatch(stored.slice(2));
    const last = await write([anEvent()]);
    relay.dispatch(last);

    await eventually(() => expect(sent).toEqual([...idsOf(stored), ...idsOf(last)]));
    answer();
  });

  test('are removed many per statement', async () => {
    const store = makeOutboxStore(db());
    const removals: number[] = [];
    const remove: OutboxStore['remove'] = async (seqs) => {
      removals.push(seqs.length);
      await store.remove(seqs);
    };
    const relay = aRelay({ store: { ...store, remove } });
    const stored = await write(someEvents(2_000));

    for (let from = 0; from < 2_000; from += 20) relay.dispatch(stored.slice(from, from + 20));
    await relay.drained();

    expect(await rowsLeft()).toBe(0);
    expect(removals.length).toBeLessThan(40);
  });
});

describe('rows that were not dispatched', () => {
  test('are found immediately by the next start after a kill between commit and dispatch', async () => {
    const stored = await write(someEvents(3));

    aRelay({ graceMs: 60_000 }).start();

    await eventually(() => expect(got()).toEqual(idsOf(stored)));
    await eventually(async () => expect(await rowsLeft()).toBe(0));
  });

  test('are shared by two replicas without sending any twice', async () => {
    const stored = await write(someEvents(3_000));
    const limits = { rowsMax: 700, bytesMax: 1e9, olderThanMs: 0, after: null };
    const small = (store: OutboxStore): OutboxStore => ({
      ...store,
      claim: ({ after, isSingleInstance }, exclude) =>
        store.claim({ ...limits, after, isSingleInstance }, exclude),
    });

    const [one, other] = [1, 2].map(() => aRelay({ store: small(makeOutboxStore(db())) }));
    await Promise.all([one!.drained(), other!.drained()]);

    await eventually(async () => expect(await rowsLeft()).toBe(0));
    expect([...got()].sort()).toEqual(idsOf(stored).sort());
  });

  test('of a transaction that is rolled back are not sent', async () => {
    const attempt = db().transaction(async (tx) => {
      await addToOutbox(tx, someEvents(2));
      throw new Error('no');
    });
    await expect(attempt).rejects.toThrow('no');

    await aRelay().drained();

    expect(got()).toEqual([]);
  });
});

describe('an overload', () => {
  test('keeps bytes in flight under their limit, and all events arrive once there is room', async () => {
    const bytesInFlightMax = 40_000;
    const relay = aRelay({ bytesInFlightMax, graceMs: 0 });
    const slow = read(TOPICS.outputsDeleted, 'slow');
    await slow.pause();
    relay.start();
    const stored = await write(someEvents(500));

    for (let from = 0; from < 500; from += 5) relay.dispatch(stored.slice(from, from + 5));
    const { bytesInFlight, rowsInFlight } = await relay.stats();
    expect(bytesInFlight).toBeLessThanOrEqual(bytesInFlightMax);
    expect(rowsInFlight).toBeLessThan(500);
    slow.resume();

    await eventually(async () => expect(await rowsLeft()).toBe(0));
    expect(new Set(got())).toEqual(new Set(idsOf(stored)));
  });

  test('sends the remaining rows once all others are sent, if the instance is the only one', async () => {
    const store = makeOutboxStore(db());
    let swept = 0;
    const claim: OutboxStore['claim'] = async (limits, exclude) => {
      const rows = await store.claim(limits, exclude);
      swept += 1;
      return rows;
    };
    const sweeping = { graceMs: 60_000, sweepEveryMs: 60_000, store: { ...store, claim } };
    const relay = aRelay({ ...sweeping, bytesInFlightMax: 40_000, isSingleInstance: true });
    relay.start();
    await eventually(() => expect(swept).toBe(1));
    const stored = await write(someEvents(500));

    for (let from = 0; from < 500; from += 5) relay.dispatch(stored.slice(from, from + 5));

    await eventually(async () => expect(await rowsLeft()).toBe(0));
    expect([...got()].sort()).toEqual(idsOf(stored).sort());
  });
});

describe('an unavailable bus', () => {
  test('makes the relay resend failed events before anything newer', async () => {
    const arrived: string[] = [];
    let failures = 3;
    const flaky: Pick<Bus, 'send'> = {
      send: async (events) => {
        failures -= 1;
        if (failures >= 0) throw new Error('no leader');
        arrived.push(...idsOf(events));
      },
    };
    const relay = aRelay({ bus: flaky });
    const stored = await write(someEvents(9));

    for (let from = 0; from < 9; from += 3) relay.dispatch(stored.slice(from, from + 3));
    await relay.drained();

    expect(arrived).toEqual(idsOf(stored));
    expect(await rowsLeft()).toBe(0);
  });

  test('is logged once, and once more when all affected events have arrived', async () => {
    const logged: string[] = [];
    const note = (_: object, message: string) => logged.push(message);
    let failures = 5;
    const flaky: Pick<Bus, 'send'> = {
      send: async () => {
        failures -= 1;
        if (failures >= 0) throw new Error('no leader');
      },
    };
    const relay = aRelay({ bus: flaky, log: { ...silentLog, warn: note, info: note } });
    const stored = await write(someEvents(9));

    for (let from = 0; from < 9; from += 3) relay.dispatch(stored.slice(from, from + 3));
    await relay.drained();

    expect(logged).toEqual(['sending failed, retrying', 'sending resumed']);
  });

  test('does not delay a stop, and the rows stay', async () => {
    const relay = aRelay({ bus: { send: () => Promise.reject(new Error('away')) } });
    relay.dispatch(await write(someEvents(2)));

    await relay.stop();

    expect(await rowsLeft()).toBe(2);
  });
});

describe('an unavailable database', () => {
  test('delays the removal of sent rows until it is back, and they are sent only once', async () => {
    const store = makeOutboxStore(db());
    let failures = 3;
    const remove: OutboxStore['remove'] = async (seqs) => {
      failures -= 1;
      if (failures >= 0) throw Object.assign(new Error('gone'), { code: '57P01' });
      await store.remove(seqs);
    };
    const relay = aRelay({ store: { ...store, remove } });
    const stored = await write([anEvent()]);

    relay.dispatch(stored);
    await relay.drained();

    expect(got()).toEqual(idsOf(stored));
    expect(await rowsLeft()).toBe(0);
  });

  test('does not make the relay resend rows that were sent and removed during a claim', async () => {
    const store = makeOutboxStore(db());
    const stored = await write(someEvents(2));
    const claim: OutboxStore['claim'] = async (limits, exclude) => {
      const rows = await store.claim(limits, exclude);
      if (rows.length > 0) {
        relay.dispatch(stored);
        await eventually(async () => expect(await rowsLeft()).toBe(0));
      }
      return rows;
    };
    const relay = aRelay({ store: { ...store, claim } });

    relay.start();
    await eventually(async () => expect(await rowsLeft()).toBe(0));
    await relay.drained();

    expect(got()).toEqual(idsOf(stored));
  });

  test('makes a sweep fail, and a later one succeeds', async () => {
    const store = makeOutboxStore(db());
    let failures = 1;
    const claim: OutboxStore['claim'] = async (limits, exclude) => {
      failures -= 1;
      if (failures >= 0) throw Object.assign(new Error('gone'), { code: '57P01' });
      return store.claim(limits, exclude);
    };
    const stored = await write(someEvents(2));

    aRelay({ store: { ...store, claim } }).start();

    await eventually(() => expect(got()).toEqual(idsOf(stored)));
  });
});

describe('a stop with claimed rows', () => {
  const limits = { rowsMax: 10, bytesMax: 1e6, olderThanMs: 0, after: null };
  const claimAsAnother = () =>
    makeOutboxStore(db()).claim({ ...limits, isSingleInstance: false }, []);

  test('releases unsent rows, and another replica can claim them immediately', async () => {
    const stored = await write(someEvents(3));
    let sends = 0;
    const send = () => {
      sends += 1;
      return Promise.reject(new Error('away'));
    };
    const relay = aRelay({ bus: { send } });
    relay.start();
    await eventually(() => expect(sends).toBeGreaterThan(0));
    expect(await claimAsAnother()).toEqual([]);

    await relay.stop();

    expect(await claimAsAnother()).toMatchObject(stored);
  });

  test('releases rows that are being claimed at that moment', async () => {
    const store = makeOutboxStore(db());
    const stored = await write(someEvents(3));
    let stopping: Promise<void> | undefined;
    const claim: OutboxStore['claim'] = async (given, exclude) => {
      const rows = await store.claim(given, exclude);
      stopping = relay.stop();
      return rows;
    };
    const relay = aRelay({ store: { ...store, claim } });
    relay.start();
    await eventually(() => expect(stopping).toBeDefined());
    await stopping;

    expect(got()).toEqual([]);
    expect(await claimAsAnother()).toMatchObject(stored);
  });

  test('keeps events in flight', async () => {
    const stored = await write(someEvents(3));
    const sent: string[] = [];
    let answer = (): void => {};
    const send: Bus['send'] = (events) => {
      sent.push(...idsOf(events));
      return new Promise((resolve) => {
        answer = resolve;
      });
    };
    const relay = aRelay({ bus: { send } });
    relay.start();
    await eventually(() => expect(sent).toEqual(idsOf(stored)));

    const stopping = relay.stop();

    expect(await claimAsAnother()).toEqual([]);
    answer();
    await stopping;
    expect(await rowsLeft()).toBe(0);
  });

  test('does not query the store once its time is over', async () => {
    const store = makeOutboxStore(db());
    await write(someEvents(3));
    let released = 0;
    const release: OutboxStore['release'] = (seqs) => {
      released += 1;
      return store.release(seqs);
    };
    let refuse: (() => void) | undefined;
    const send: Bus['send'] = () =>
      new Promise((_, reject) => {
        refuse = () => reject(new Error('closed'));
      });
    const relay = aRelay({ bus: { send }, store: { ...store, release } });
    relay.start();
    await eventually(() => expect(refuse).toBeDefined());

    await relay.stop();
    // Simulates a bus that is stopped after the database was closed.
    refuse?.();
    await relay.stop();

    expect(released).toBe(0);
  });

  test('does not release dispatched rows, which another replica may have claimed', async () => {
    const relay = aRelay({ bus: { send: () => Promise.reject(new Error('away')) } });
    const stored = await write(someEvents(2));
    relay.dispatch(stored);
    expect(await claimAsAnother()).toMatchObject(stored);

    await relay.stop();

    expect(await claimAsAnother()).toEqual([]);
  });
});
