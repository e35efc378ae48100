import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';

import { describe, expect, test } from '@jest/globals';

import type { KafkaMessage } from '../../../src/messaging/kafka/kafka-message.ts';
import { KafkaSender } from '../../../src/messaging/kafka/kafka-sender.ts';
import { Reopening } from '../../../src/messaging/kafka/reopening.ts';
import { anEvent, someEvents } from '../sample-events.ts';

const MIB = 1024 * 1024;

/** A sender whose requests end as `answer` decides, and the requests it made. */
function senderTo(answer: (request: readonly KafkaMessage[]) => void) {
  const requests: (readonly KafkaMessage[])[] = [];
  const producer = {
    connect: () => Promise.resolve(),
    disconnect: () => Promise.resolve(),
    produce: async (request: readonly KafkaMessage[]) => {
      requests.push(request);
      answer(request);
    },
  };
  const sender = new KafkaSender(new Reopening(() => producer));
  return { sender, requests };
}

const idOf = ({ headers }: KafkaMessage): string | undefined => headers['ce_id'];
const tooLarge = (): Error => Object.assign(new Error('no'), { type: 'MESSAGE_TOO_LARGE' });

describe('a request', () => {
  test('stays within the limit of a partition, including keys and headers', async () => {
    const { sender, requests } = senderTo(() => {});
    const headers = { dead_letter_reason: '€'.repeat(2_000) };
    const events = someEvents(4_000, { json: '{}' }).map((event) => ({ ...event, headers }));

    await sender.send(events);

    const sizes = requests.map((request) =>
      request.reduce((bytes, { headers: h }) => bytes + Buffer.byteLength(JSON.stringify(h)), 0),
    );
    expect(requests.flat()).toHaveLength(4_000);
    expect(Math.max(...sizes)).toBeLessThan(9 * MIB);
  });

  test('that is too large is halved until Kafka accepts it, in order', async () => {
    const events = someEvents(10);
    const taken: string[] = [];
    const { sender } = senderTo((request) => {
      if (request.length > 3) throw tooLarge();
      taken.push(...request.map((message) => idOf(message) ?? ''));
    });

    await sender.send(events);

    expect(taken).toEqual(events.map(({ id }) => id));
  });

  test('of one event that is too large fails alone and does not block others', async () => {
    const large = anEvent({ key: 'large' });
    const taken: (string | undefined)[] = [];
    const { sender } = senderTo((request) => {
      if (request.some(({ key }) => key === 'large')) throw tooLarge();
      taken.push(...request.map(idOf));
    });
    const [before, after] = [someEvents(4), someEvents(4)];

    const results = await Promise.allSettled([
      sender.send(before),
      sender.send([large]),
      sender.send(after),
    ]);

    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(taken).toEqual([...before, ...after].map(({ id }) => id));
  });

  test('that fails in an outage fails all waiting events, including the rest of a halved request', async () => {
    let waiting: Promise<void> | undefined;
    const { sender, requests } = senderTo((request) => {
      waiting ??= sender.send(someEvents(4));
      throw request.length > 2 ? tooLarge() : new Error('gone');
    });

    const sent = sender.send(someEvents(4));

    await expect(sent).rejects.toThrow('gone');
    await expect(waiting).rejects.toThrow('gone');
    expect(requests.map(({ length }) => length)).toEqual([4, 2]);
  });

  test('of one event is sent immediately, and following events share the next ones', async () => {
    const begunAt: number[] = [];
    const { sender, requests } = senderTo(() => void begunAt.push(performance.now()));

    const first = sender.send([anEvent()]);
    await nextTurn();
    expect(requests).toHaveLength(1);
    const sent = [first];
    for (let sends = 0; sends < 40; sends += 1) {
      await delay(2);
      sent.push(sender.send([anEvent()]));
    }
    await Promise.all(sent);

    expect(requests.flat()).toHaveLength(41);
    const pauses = begunAt.slice(1).map((at, index) => at - begunAt[index]!);
    // Timers have a resolution of a millisecond.
    expect(Math.min(...pauses)).toBeGreaterThan(18);
  });
});
