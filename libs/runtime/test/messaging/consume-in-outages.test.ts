import { AppError } from '@output-review/errors';
import { describe, expect, test } from '@jest/globals';

import { eventually } from '../../src/testing/eventually.ts';
import { silentLog } from '../../src/testing/silent-log.ts';
import { idsOf, useConsumer } from './consumer-fixture.ts';
import { anEvent, someEvents } from './sample-events.ts';

const { db, bus, consume, apply, appliedOf, letters } = useConsumer();

describe('an outage', () => {
  test('is waited out, however often it occurs, without dead letters', async () => {
    const sent = someEvents(50);
    let failures = 200;
    consume(async (batch) => {
      failures -= 1;
      if (failures >= 0) throw Object.assign(new Error('gone'), { code: 'ECONNREFUSED' });
      await apply(batch);
    });

    await bus().send(sent);

    expect(failures).toBe(-1);
    expect(await appliedOf(sent)).toEqual(idsOf(sent));
    expect(await letters()).toEqual([]);
  });

  test('of the database loses nothing', async () => {
    const sent = someEvents(300);
    let cuts = 5;
    consume(
      async (batch) => {
        await db().transaction(async (tx) => {
          await tx.query(
            'INSERT INTO effects SELECT id, 1 FROM unnest($1::text[]) AS u (id) ON CONFLICT DO NOTHING',
            [batch.map(({ id }) => id)],
          );
          cuts -= 1;
          if (cuts >= 0) await tx.query('SELECT pg_terminate_backend(pg_backend_pid())');
        });
      },
      { batchMax: 100 },
    );

    await bus().send(sent);

    expect(await appliedOf(sent)).toEqual(idsOf(sent));
    expect(await letters()).toEqual([]);
  });

  test('during bisection causes no dead letters', async () => {
    const sent = someEvents(8);
    const bad = sent[5]!;
    const seen = new Set<string>();
    consume(async (batch) => {
      const part = batch.map(({ id }) => id).join();
      const isNew = !seen.has(part);
      seen.add(part);
      if (isNew) throw new AppError('UNAVAILABLE', 'later');
      if (part.includes(bad.id)) throw new Error('bad');
      await apply(batch);
    });

    await bus().send(sent);

    expect(await appliedOf(sent)).toEqual(idsOf(sent.filter((event) => event !== bad)));
    expect((await letters()).map(({ event }) => event.id)).toEqual([bad.id]);
  });

  test('ends the wait when the service stops, without a dead letter', async () => {
    let tries = 0;
    consume(
      async () => {
        tries += 1;
        throw new AppError('UNAVAILABLE', 'away');
      },
      { waits: { firstMs: 60_000, longestMs: 60_000 } },
    );
    const sending = bus().send([anEvent()]);
    await eventually(() => expect(tries).toBe(1));

    await bus().stop();

    await expect(sending).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(tries).toBe(1);
    expect(await letters()).toEqual([]);
  });

  test('ends the wait of a follow-up when the service stops, and its message is redelivered', async () => {
    let tries = 0;
    consume(apply, {
      onDeadLetter: async () => {
        tries += 1;
        throw new AppError('UNAVAILABLE', 'away');
      },
      waits: { firstMs: 60_000, longestMs: 60_000 },
    });
    const sending = bus().send([anEvent({ json: 'x' })]);
    await eventually(() => expect(tries).toBe(1));

    await bus().stop();

    await expect(sending).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(tries).toBe(1);
  });

  test('a failure while the service stops causes no dead letter either', async () => {
    let fail = (_: Error): void => {};
    let isBegun = false;
    consume(
      () =>
        new Promise<void>((_, reject) => {
          isBegun = true;
          fail = reject;
        }),
    );
    const sending = bus().send([anEvent()]);
    await eventually(() => expect(isBegun).toBe(true));

    const stopped = bus().stop();
    fail(new Error('the pool was closed'));
    await stopped;

    await expect(sending).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(await letters()).toEqual([]);
  });

  test('is logged when it starts and when it ends', async () => {
    const lines: string[] = [];
    const log = { ...silentLog, info: noteInto(lines), warn: noteInto(lines), child: () => log };
    let failures = 5;
    consume(
      async () => {
        failures -= 1;
        if (failures >= 0) throw new AppError('UNAVAILABLE', 'away');
      },
      { log },
    );

    await bus().send([anEvent()]);

    expect(lines).toEqual(['consumer is waiting for an outage to end', 'consumer resumed']);
  });
});

describe('a batch that exceeds the statement timeout', () => {
  const tooLong = () => Object.assign(new Error('canceling statement'), { code: '57014' });

  test('is bisected, without dead letters', async () => {
    const sent = someEvents(8);
    const handled: number[] = [];
    consume(async (batch) => {
      handled.push(batch.length);
      if (batch.length > 2) throw tooLong();
      await apply(batch);
    });

    await bus().send(sent);

    expect(await appliedOf(sent)).toEqual(idsOf(sent));
    expect(await letters()).toEqual([]);
    expect(handled).toEqual([8, 8, 4, 4, 2, 2, 4, 4, 2, 2]);
  });

  test('stays whole if another failure comes in between', async () => {
    const sent = someEvents(8);
    const handled: number[] = [];
    const failures = [tooLong(), new AppError('UNAVAILABLE', 'away'), tooLong()];
    consume(async (batch) => {
      handled.push(batch.length);
      const failure = failures.shift();
      if (failure) throw failure;
      await apply(batch);
    });

    await bus().send(sent);

    expect(handled).toEqual([8, 8, 8, 8]);
  });

  test('of a single event is retried, however often it times out', async () => {
    const sent = someEvents(2);
    let failures = 50;
    consume(async (batch) => {
      failures -= 1;
      if (failures >= 0) throw tooLong();
      await apply(batch);
    });

    await bus().send(sent);

    expect(await appliedOf(sent)).toEqual(idsOf(sent));
    expect(await letters()).toEqual([]);
  });

  test('is also bisected when the database itself cancels the statement', async () => {
    const sent = someEvents(8);
    consume(async (batch) => {
      await db().transaction(async (tx) => {
        await tx.query(`SET LOCAL statement_timeout = '200ms'`);
        await tx.query('SELECT pg_sleep($1)', [batch.length > 4 ? 5 : 0]);
      });
      await apply(batch);
    });

    await bus().send(sent);

    expect(await appliedOf(sent)).toEqual(idsOf(sent));
    expect(await letters()).toEqual([]);
  });
});

function noteInto(lines: string[]) {
  return (_: object, message: string): void => {
    lines.push(message);
  };
}
