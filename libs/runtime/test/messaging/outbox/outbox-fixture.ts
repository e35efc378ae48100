import { type Topic, TOPICS } from '@output-review/contracts';
import { afterEach, beforeEach } from '@jest/globals';

import type { OutgoingEvent, SubscriptionHandle } from '../../../src/messaging/bus.ts';
import { InProcessBus } from '../../../src/messaging/in-process-bus.ts';
import {
  OutboxRelay,
  type OutboxRelayOptions,
} from '../../../src/messaging/outbox/outbox-relay.ts';
import type { StoredEvent } from '../../../src/messaging/outbox/outbox-store.ts';
import { addToOutbox, makeOutboxStore } from '../../../src/messaging/outbox/outbox-table.ts';
import type { Database } from '../../../src/postgres/database.ts';
import { FakeClock } from '../../../src/testing/fake-clock.ts';
import { silentLog, silentTelemetry } from '../../../src/testing/silent-log.ts';
import { useRuntimeTables } from '../../postgres/runtime-tables.ts';

/** An empty outbox and a bus with one reader of outputs.deleted, for each test. */
export interface OutboxFixture {
  readonly db: () => Database;
  readonly bus: () => InProcessBus;
  /** IDs of the received events, in order. */
  readonly got: () => string[];
  read(topic: Topic, group: string): SubscriptionHandle;
  aRelay(options?: Partial<OutboxRelayOptions>): OutboxRelay;
  /** Writes events in a transaction, as a service does. */
  write(events: readonly OutgoingEvent[]): Promise<StoredEvent[]>;
  rowsLeft(): Promise<number>;
}

export function useOutbox(): OutboxFixture {
  const db = useRuntimeTables();
  let bus = new InProcessBus();
  let got: string[] = [];
  const relays: OutboxRelay[] = [];

  const read = (topic: Topic, group: string): SubscriptionHandle =>
    bus.subscribe({
      topic,
      group,
      batchMax: 500,
      handle: async (batch) => {
        got.push(...batch.map(({ id }) => id));
      },
    });
  beforeEach(async () => {
    await db().query('TRUNCATE outbox');
    bus = new InProcessBus();
    got = [];
    read(TOPICS.outputsDeleted, 'reader');
    await bus.start();
  });
  afterEach(async () => {
    await Promise.all(relays.splice(0).map((relay) => relay.stop()));
    await bus.stop();
  });

  return {
    db,
    bus: () => bus,
    got: () => got,
    read,
    aRelay: (options) => {
      const store = makeOutboxStore(db());
      const clock = new FakeClock();
      const telemetry = silentTelemetry();
      const relay = new OutboxRelay({ store, bus, log: silentLog, clock, telemetry, ...options });
      relays.push(relay);
      return relay;
    },
    write: (events) => db().transaction((tx) => addToOutbox(tx, events)),
    rowsLeft: async () => (await makeOutboxStore(db()).stats()).rows,
  };
}

export function idsOf(events: readonly { readonly id: string }[]): string[] {
  return events.map(({ id }) => id);
}
