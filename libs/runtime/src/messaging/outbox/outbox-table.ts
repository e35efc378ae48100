import type { SqlClient } from '../../postgres/database.ts';
import { textArray } from '../../postgres/text-array.ts';
import type { OutgoingEvent } from '../bus.ts';
import type { OutboxStore, StoredEvent } from './outbox-store.ts';
import { dueRows, makeRowStore, TAKEN } from './row-store.ts';

/** Include it in a service's migration. */
export const OUTBOX_TABLE_SQL = `
-- Events that were written with a change and wait to be sent. json is null where the text stands in a
-- table of the service's own. Nearly every row is deleted soon, so the table is vacuumed by their
-- number and not by their share.
CREATE TABLE outbox (
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  topic text NOT NULL,
  key text NOT NULL,
  event_id text NOT NULL,
  source text NOT NULL,
  time timestamptz NOT NULL,
  traceparent text,
  json text,
  bytes integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  claimed_until timestamptz
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000,
  autovacuum_vacuum_insert_threshold = -1, autovacuum_vacuum_cost_delay = 0);
`;

/**
 * Writes events in the transaction of their change. After the commit, dispatch the result to the relay. Otherwise the
 * sweeper finds the rows.
 */
export async function addToOutbox(
  tx: SqlClient,
  events: readonly OutgoingEvent[],
): Promise<StoredEvent[]> {
  if (events.length === 0) return [];
  const { rows } = await tx.query<{ seq: string; event_id: string }>({
    name: 'outbox-add',
    text: ADD,
    values: [
      textArray(events.map((event) => event.topic)),
      textArray(events.map((event) => event.key)),
      textArray(events.map((event) => event.id)),
      textArray(events.map((event) => event.source)),
      events.map((event) => event.time),
      textArray(events.map((event) => event.traceparent)),
      textArray(events.map((event) => event.json)),
    ],
  });
  const seqs = new Map(rows.map((row) => [row.event_id, row.seq]));
  return events.map((event) => {
    const seq = seqs.get(event.id);
    if (seq === undefined) throw new Error(`No outbox row for event ${event.id}`);
    return { ...event, seq };
  });
}

/** Wraps the standard table as a relay's store. */
export function makeOutboxStore(sql: SqlClient): OutboxStore {
  return makeRowStore(sql, { ...WAITING, claim: CLAIM, toEvent });
}

const ADD = `
INSERT INTO outbox (topic, key, event_id, source, time, traceparent, json, bytes)
SELECT topic, key, event_id, source, time, traceparent, json, octet_length(json)
FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::timestamptz[], $6::text[], $7::text[])
  WITH ORDINALITY AS e (topic, key, event_id, source, time, traceparent, json, n)
ORDER BY n
RETURNING seq, event_id`;

const WAITING = { table: 'outbox', seq: 'seq', at: 'created_at' };
// A claim expires, in case a replica is killed while it holds rows.
const CLAIM_SECONDS = 30;

const CLAIM = `
${dueRows(WAITING, 'bytes')}
UPDATE outbox AS o SET claimed_until = now() + interval '${CLAIM_SECONDS} seconds'
WHERE o.${TAKEN}
RETURNING o.seq, o.topic, o.key, o.event_id, o.source, o.time, o.traceparent, o.json`;

interface OutboxRow extends Omit<StoredEvent, 'id' | 'time' | 'headers' | 'data'> {
  event_id: string;
  time: Date;
}

function toEvent({ event_id: id, time, ...row }: OutboxRow): StoredEvent {
  return { ...row, id, time: time.toISOString() };
}
