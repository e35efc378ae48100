import { type Topic, TOPICS } from '@output-review/contracts';
import { beforeEach, describe, expect, test } from '@jest/globals';

import { systemClock } from '../../src/base/clock.ts';
import { newId } from '../../src/base/new-id.ts';
import type { IncomingEvent, OutgoingEvent } from '../../src/messaging/bus.ts';
import { makeDeadLetterOutbox } from '../../src/messaging/dead-letter-outbox.ts';
import { makeDeadLetters, type DeadLetterReason } from '../../src/messaging/dead-letters.ts';
import { InProcessBus } from '../../src/messaging/in-process-bus.ts';
import { OutboxRelay } from '../../src/messaging/outbox/outbox-relay.ts';
import type { OutboxStore } from '../../src/messaging/outbox/outbox-store.ts';
import { silentLog, silentTelemetry } from '../../src/testing/silent-log.ts';
import { useRuntimeTables } from '../postgres/runtime-tables.ts';
import { anEvent } from './sample-events.ts';

const reason: DeadLetterReason = { code: 'REFUSED', reason: 'Error: no', attempts: 10 };
const all = { rowsMax: 100, bytesMax: 1e6, olderThanMs: 0, after: null, isSingleInstance: false };

const db = useRuntimeTables();
let group: string;
let outbox: OutboxStore;
beforeEach(async () => {
  await db().query('DELETE FROM dead_letters');
  group = newId();
  outbox = makeDeadLetterOutbox(db());
});

const incoming = (topic: Topic = TOPICS.outputsDeleted): IncomingEvent => ({
  ...anEvent(),
  topic,
  position: 'partition 3, offset 1042',
});
const deadLetter = (event: IncomingEvent, why = reason): Promise<void> =>
  makeDeadLetters(db()).add(group, event, why);

describe('a dead letter', () => {
  test('becomes an event with the unchanged message and the reason', async () => {
    const event = { ...incoming(), traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad-01' };
    await deadLetter(event);

    const [sent] = await outbox.claim(all, []);

    const { position: _, topic, ...rest } = event;
    expect(sent).toMatchObject({
      ...rest,
      topic: `outputs.deleted.${group}.dlq`,
      headers: {
        ce_type: topic,
        dead_letter_topic: topic,
        dead_letter_position: 'partition 3, offset 1042',
        dead_letter_group: group,
        dead_letter_code: 'REFUSED',
        dead_letter_reason: 'Error: no',
        dead_letter_attempts: '10',
      },
    });
  });

  test('is sent once', async () => {
    await deadLetter(incoming());
    const [claimed] = await outbox.claim(all, []);
    expect(await outbox.stats()).toMatchObject({ rows: 1 });

    await outbox.remove([claimed!.seq]);

    expect(await outbox.claim({ ...all, isSingleInstance: true }, [])).toEqual([]);
    expect(await outbox.stats()).toEqual({ rows: 0, oldestMs: 0 });
  });

  test('is not claimed while another replica sends it, until that one releases it', async () => {
    await deadLetter(incoming());
    const [claimed] = await outbox.claim(all, []);

    expect(await outbox.claim(all, [])).toEqual([]);
    await outbox.release([claimed!.seq]);
    expect(await outbox.claim(all, [])).toEqual([claimed]);
  });

  test('of a message that fails again after its replay is sent again with the new reason', async () => {
    const event = incoming();
    await deadLetter(event);
    const [first] = await outbox.claim(all, []);

    // The message fails again while the first letter is in flight.
    await deadLetter(event, { ...reason, reason: 'Error: still no' });
    await outbox.remove([first!.seq]);

    expect(await outbox.claim(all, [])).toMatchObject([
      { id: event.id, headers: { dead_letter_reason: 'Error: still no' } },
    ]);
  });

  test('is no longer sent if it was replayed before', async () => {
    const [replayed, open] = [incoming(), incoming()];
    await deadLetter(replayed);
    const [letter] = await makeDeadLetters(db()).list({ limit: 1 });
    await makeDeadLetters(db()).markReplayed(letter!.id);
    await deadLetter(open);

    expect(await outbox.stats()).toMatchObject({ rows: 1 });
    expect(await outbox.claim(all, [])).toMatchObject([{ id: open.id, json: open.json }]);
  });

  test('is claimed in parts that fit, in insertion order', async () => {
    const events = [1, 2, 3].map(() => ({ ...incoming(), json: JSON.stringify('x'.repeat(600)) }));
    for (const event of events) await deadLetter(event);

    const first = await outbox.claim({ ...all, bytesMax: 1_000 }, []);
    const rest = await outbox.claim({ ...all, after: first.at(-1)!.seq }, []);

    expect([...first, ...rest].map(({ id }) => id)).toEqual(events.map(({ id }) => id));
    expect(first).toHaveLength(2);
  });

  test("is truncated if it has grown beyond Kafka's limit, and says so", async () => {
    // Four MiB of invalid UTF-8, as the topic's reader decodes it.
    const grown = { ...incoming(), json: '\uFFFD'.repeat(4 * 1024 * 1024) };
    await deadLetter(grown);
    await deadLetter(incoming());

    const [cut] = await outbox.claim(all, []);
    const [whole] = await outbox.claim(all, []);

    expect(cut).toMatchObject({ id: grown.id, key: grown.key, traceparent: null });
    expect(cut?.json).toBe('\uFFFD'.repeat(1_000));
    expect(cut?.headers).toMatchObject({ dead_letter_cut: 'true' });
    expect(whole?.headers).not.toHaveProperty('dead_letter_cut');
    expect(await makeDeadLetters(db()).findOpen(cut!.seq)).toMatchObject({ event: grown });
  });

  test('in one process goes to a topic without readers, and stays in the table', async () => {
    await deadLetter(incoming());
    const bus = new InProcessBus();
    await bus.start();
    const around = { log: silentLog, clock: systemClock, telemetry: silentTelemetry() };
    const relay = new OutboxRelay({ store: outbox, bus, ...around });

    await relay.drained();

    expect(await outbox.stats()).toEqual({ rows: 0, oldestMs: 0 });
    expect(await makeDeadLetters(db()).list({ limit: 10 })).toHaveLength(1);
    await relay.stop();
    await bus.stop();
  });
});

test('dead letters are sent to the topic of their group', async () => {
  const sent: OutgoingEvent[] = [];
  const bus = { send: async (events: readonly OutgoingEvent[]) => void sent.push(...events) };
  const around = { log: silentLog, clock: systemClock, telemetry: silentTelemetry() };
  const relay = new OutboxRelay({ store: outbox, bus, ...around });
  await deadLetter(incoming(TOPICS.outputsSubmitted));

  await relay.drained();

  expect(sent.map(({ topic }) => topic)).toEqual([`outputs.submitted.${group}.dlq`]);
  await relay.stop();
});
