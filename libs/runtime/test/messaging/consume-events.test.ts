import { outputsDeleted, type OutputsDeleted } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { describe, expect, test } from '@jest/globals';

import type { IncomingEvent } from '../../src/messaging/bus.ts';
import { makeDeadLetters } from '../../src/messaging/dead-letters.ts';
import type { ReceivedEvent } from '../../src/messaging/received-event.ts';
import { idsOf, useConsumer } from './consumer-fixture.ts';
import { anEvent, someEvents } from './sample-events.ts';

const { db, bus, group, consume, apply, appliedOf, letters } = useConsumer();

test('delivers decoded events to the handler in batches', async () => {
  const got: ReceivedEvent<OutputsDeleted>[] = [];
  consume(async (batch) => void got.push(...batch));
  const sent = someEvents(3);

  await bus().send(sent);

  expect(got).toMatchObject(
    sent.map(({ id, key, json }) => ({ id, key, data: JSON.parse(json) as unknown })),
  );
  expect(got[0]?.time).toEqual(new Date('2026-01-02T03:05:00.000Z'));
});

test('ignores fields that a newer publisher added', async () => {
  consume(apply);
  const data = { ...outputsDeleted.examples.valid, addedLater: true };
  const event = anEvent({ json: JSON.stringify(data) });

  await bus().send([event]);

  expect(await appliedOf([event])).toEqual([event.id]);
  expect(await letters()).toEqual([]);
});

test('applies a duplicate event once and acknowledges it twice', async () => {
  consume(apply);
  const event = anEvent();

  await bus().send([event]);
  await bus().send([event]);

  expect(await appliedOf([event])).toEqual([event.id]);
  expect(await letters()).toEqual([]);
});

test('acknowledges nothing of a batch when a pending effect fails', async () => {
  const sent = someEvents(4);
  const effects: string[][] = [];
  const handle = consume(async (batch) => {
    // An event that cannot be applied, so that the others are handled in parts.
    if (batch.some(({ id }) => id === sent[1]!.id)) throw new Error('cannot be applied');
    effects.push(idsOf(batch));
    const isFirst = effects.length === 1;
    return { committed: isFirst ? Promise.reject(new Error('away')) : apply(batch) };
  });

  await bus().send(sent);

  const good = idsOf(sent.filter((_, n) => n !== 1));
  expect(await appliedOf(sent)).toEqual(good);
  expect(effects.flat().sort()).toEqual([...good, ...good].sort());
  expect(handle.lag()).toBe(0);
  expect(await letters()).toMatchObject([{ event: { id: sent[1]!.id } }]);
});

describe('poison messages', () => {
  test('one bad message of 500 is dead-lettered alone, with its reason, and all others are applied', async () => {
    const sent = someEvents(500);
    const bad = sent[317]!;
    const rescued: IncomingEvent[] = [];
    const inOrder: string[] = [];
    let calls = 0;
    consume(
      async (batch) => {
        calls += 1;
        if (batch.some(({ id }) => id === bad.id)) throw new RangeError('cannot be applied');
        await apply(batch);
        inOrder.push(...batch.map(({ id }) => id));
      },
      { onDeadLetter: async (event) => void rescued.push(event) },
    );

    await bus().send(sent);

    const good = sent.filter((event) => event !== bad);
    expect(await appliedOf(sent)).toEqual(idsOf(good));
    expect(inOrder).toEqual(good.map(({ id }) => id));
    const { rows } = await db().query('SELECT FROM effects WHERE times > 1 AND id = ANY ($1)', [
      idsOf(sent),
    ]);
    expect(rows).toEqual([]);
    const set = await letters();
    expect(set).toMatchObject([
      {
        group: group(),
        event: { id: bad.id, key: bad.key, topic: bad.topic },
        code: 'REFUSED',
        reason: 'RangeError: cannot be applied',
        attempts: 10,
        replayedAt: null,
      },
    ]);
    const letter = await makeDeadLetters(db()).findOpen(set[0]!.id);
    expect(letter?.event.json).toBe(bad.json);
    expect(idsOf(rescued)).toEqual([bad.id]);
    expect(calls).toBeLessThan(25);
  });

  test('a failure that does not repeat is not poison, even for a single event', async () => {
    const event = anEvent();
    let calls = 0;
    consume(async (batch) => {
      calls += 1;
      if (calls === 1) throw new Error('nobody has heard of this before');
      await apply(batch);
    });

    await bus().send([event]);

    expect(await appliedOf([event])).toEqual([event.id]);
    expect(await letters()).toEqual([]);
  });

  test('finds the one row that PostgreSQL rejects in the same way', async () => {
    const sent = someEvents(20);
    const nul = anEvent({ key: 'w/\0' });
    consume(async (batch) => {
      await db().query('SELECT unnest($1::text[])', [batch.map(({ key }) => key)]);
      await apply(batch);
    });

    await bus().send([...sent.slice(0, 9), nul, ...sent.slice(9)]);

    expect(await appliedOf(sent)).toEqual(idsOf(sent));
    expect(await letters()).toMatchObject([{ event: { id: nul.id, key: 'w/\uFFFD' } }]);
  });

  test.each([
    ['UNDECODABLE', '{"half":'],
    ['UNDECODABLE', ''],
    ['UNDECODABLE', '\0'],
    ['INVALID', 'null'],
    ['INVALID', JSON.stringify(outputsDeleted.examples.invalid)],
  ])('%s: the data %j never reaches the handler', async (code, json) => {
    const good = someEvents(2);
    const bad = anEvent({ json });
    const rescued: IncomingEvent[] = [];
    consume(apply, { onDeadLetter: async (event) => void rescued.push(event) });

    await bus().send([good[0]!, bad, good[1]!]);

    expect(await appliedOf([...good, bad])).toEqual(idsOf(good));
    expect(await letters()).toMatchObject([{ event: { id: bad.id }, code, attempts: 0 }]);
    expect(idsOf(rescued)).toEqual([bad.id]);
  });

  test('the dead letter is stored before any follow-up', async () => {
    let lettersBefore = 0;
    consume(apply, {
      onDeadLetter: async () => {
        lettersBefore = (await letters()).length;
      },
    });

    await bus().send([anEvent({ json: 'x' })]);

    expect(lettersBefore).toBe(1);
  });

  test('keeps the first 2,000 characters of a reason', async () => {
    consume(async () => {
      throw new Error('x'.repeat(5_000));
    });

    await bus().send([anEvent()]);

    expect((await letters())[0]?.reason).toHaveLength(2_000);
  });

  test('retries a dead letter that cannot be written, and skips nothing', async () => {
    const written: string[] = [];
    let failures = 3;
    const add = async (_: string, event: IncomingEvent): Promise<void> => {
      failures -= 1;
      if (failures >= 0) throw new Error(failures === 1 ? 'full' : 'Connection terminated');
      written.push(event.id);
    };
    let tries = 0;
    const refuse = async () => {
      tries += 1;
      throw new Error('bad');
    };
    consume(refuse, { deadLetters: { add } });
    const bad = anEvent();

    await bus().send([bad]);

    expect(written).toEqual([bad.id]);
    expect(tries).toBe(2);
  });

  test('retries a follow-up during an outage; its failure does not block other messages', async () => {
    const tries: string[] = [];
    consume(apply, {
      onDeadLetter: async ({ id }) => {
        tries.push(id);
        if (tries.length === 1) throw new AppError('UNAVAILABLE', 'later');
        throw new Error('never');
      },
    });
    const [bad, good] = [anEvent({ json: 'x' }), anEvent()];

    await bus().send([bad, good]);

    expect(tries).toEqual([bad.id, bad.id]);
    expect(await appliedOf([good])).toEqual([good.id]);
  });
});
