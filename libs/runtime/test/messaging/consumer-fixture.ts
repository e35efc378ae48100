import { outputsDeleted, type OutputsDeleted } from '@output-review/contracts';
import { afterEach, beforeEach } from '@jest/globals';

import { newId } from '../../src/base/new-id.ts';
import type { SubscriptionHandle } from '../../src/messaging/bus.ts';
import { consumeEvents, type ConsumeOptions } from '../../src/messaging/consume-events.ts';
import { type ListedDeadLetter, makeDeadLetters } from '../../src/messaging/dead-letters.ts';
import { InProcessBus } from '../../src/messaging/in-process-bus.ts';
import type { ReceivedEvent } from '../../src/messaging/received-event.ts';
import type { Database } from '../../src/postgres/database.ts';
import { FakeClock } from '../../src/testing/fake-clock.ts';
import { silentLog, silentTelemetry } from '../../src/testing/silent-log.ts';
import { useRuntimeTables } from '../postgres/runtime-tables.ts';

type Options = ConsumeOptions<typeof outputsDeleted>;
type Batch = readonly ReceivedEvent<OutputsDeleted>[];
type Sent = readonly { readonly id: string }[];

/** A consumer of outputs.deleted, with its own bus and group for each test. */
export interface ConsumerFixture {
  readonly db: () => Database;
  readonly bus: () => InProcessBus;
  readonly group: () => string;
  consume(handle: Options['handle'], rest?: Partial<Options>): SubscriptionHandle;
  /** Applies a batch in one statement. A repeat only increments a counter. */
  apply(batch: Batch): Promise<void>;
  /** The events that took effect. */
  appliedOf(events: Sent): Promise<string[]>;
  letters(): Promise<ListedDeadLetter[]>;
}

export function useConsumer(): ConsumerFixture {
  const db = useRuntimeTables();
  let bus = new InProcessBus();
  let group = newId();
  beforeEach(async () => {
    bus = new InProcessBus();
    group = newId();
    await bus.start();
  });
  afterEach(() => bus.stop());

  return {
    db,
    bus: () => bus,
    group: () => group,
    consume: (handle, rest) =>
      consumeEvents({
        bus,
        event: outputsDeleted,
        group,
        batchMax: 500,
        handle,
        deadLetters: makeDeadLetters(db()),
        log: silentLog,
        telemetry: silentTelemetry(),
        clock: new FakeClock(),
        waits: { firstMs: 1, longestMs: 2 },
        ...rest,
      }),
    apply: async (batch) => {
      await db().query(APPLY, [batch.map(({ id }) => id)]);
    },
    appliedOf: async (events) => {
      const { rows } = await db().query<{ id: string }>(APPLIED, [idsOf(events)]);
      return idsOf(rows);
    },
    letters: async () => {
      const letters = await makeDeadLetters(db()).list({ limit: 1_000, isComplete: true });
      return letters.filter((letter) => letter.group === group);
    },
  };
}

/** The sorted IDs, to compare events that take effect in any order. */
export function idsOf(events: Sent): string[] {
  return events.map(({ id }) => id).sort();
}

const APPLY = `
INSERT INTO effects AS e SELECT id, 1 FROM unnest($1::text[]) AS u (id)
ON CONFLICT (id) DO UPDATE SET times = e.times + 1`;
const APPLIED = 'SELECT id FROM effects WHERE id = ANY ($1)';
