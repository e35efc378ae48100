import { deadLetterTopic, MESSAGE_BYTES_MAX } from '@output-review/contracts';

import type { SqlClient } from '../postgres/database.ts';
import { type DeadLetter, type DeadLetterRow, toDeadLetter } from './dead-letters.ts';
import type { OutboxStore, StoredEvent } from './outbox/outbox-store.ts';
import { bySeq, claimRows, dueRows, readStats, TAKEN } from './outbox/row-store.ts';

/** To paste into a service's migration, after the table. */
export const DEAD_LETTER_OUTBOX_SQL = `
-- The table is an outbox too: what was set aside is told to those who look at Kafka.
ALTER TABLE dead_letters ADD COLUMN sent_at timestamptz, ADD COLUMN claimed_until timestamptz;
CREATE INDEX dead_letters_unsent ON dead_letters (id) WHERE sent_at IS NULL;
`;

/**
 * Dead letters as an outbox: each becomes an event of the topic of its group's dead letters, with the
 * key, the text and the attributes of the message, and in its headers why it was set aside. What is larger
 * by now than Kafka takes is cut, and says so; the table has it whole.
 *
 * So it is seen with Kafka's own tools. The table stays what is listed and replayed; in one process nobody reads
 * those topics.
 */
export function makeDeadLetterOutbox(sql: SqlClient): OutboxStore {
  return {
    claim: async (limits, exclude) => {
      const rows = await claimRows<DeadLetterRow>(sql, CLAIM, { ...limits, exclude });
      return rows.map(toStoredEvent).sort(bySeq);
    },
    remove: async (seqs) => {
      await sql.query({ name: 'mark-dead-letters-sent', text: MARK_SENT, values: [seqs] });
    },
    release: async (seqs) => {
      await sql.query(RELEASE, [seqs]);
    },
    stats: () => readStats(sql, WAITING),
  };
}

function toStoredEvent(row: DeadLetterRow): StoredEvent {
  const { id: seq, group, event, code, reason, attempts, setAsideAt } = toDeadLetter(row);
  const { position, topic, ...attributes } = event;
  const isWhole = countBytes(attributes) <= MESSAGE_BYTES_MAX;
  return {
    ...(isWhole ? attributes : cut(attributes)),
    seq,
    topic: deadLetterTopic(topic, group),
    headers: {
      ce_type: topic,
      dead_letter_topic: topic,
      dead_letter_position: position,
      dead_letter_group: group,
      dead_letter_code: code,
      dead_letter_reason: reason,
      dead_letter_attempts: String(attempts),
      dead_letter_at: setAsideAt.toISOString(),
      ...(!isWhole && { dead_letter_cut: 'true' }),
    },
  };
}

type Attributes = Omit<DeadLetter['event'], 'position' | 'topic'>;

// Enough to tell what it was.
const CUT_LENGTH = 1_000;

/** A byte that is no UTF-8 has become three, so a message may have grown since Kafka took it. */
function countBytes(attributes: Attributes): number {
  const texts = Object.values(attributes).map((text) => text ?? '');
  return texts.reduce((bytes, text) => bytes + Buffer.byteLength(text), 0);
}

function cut({ key, id, source, time, traceparent, json }: Attributes): Attributes {
  return {
    key: key.slice(0, CUT_LENGTH),
    id: id.slice(0, CUT_LENGTH),
    source: source.slice(0, CUT_LENGTH),
    time: time.slice(0, CUT_LENGTH),
    traceparent: traceparent?.slice(0, CUT_LENGTH) ?? null,
    json: json.slice(0, CUT_LENGTH),
  };
}

const WAITING = { table: 'dead_letters', seq: 'id', at: 'set_aside_at', unsent: 'sent_at IS NULL' };

// A claim ends by itself, for a replica that was killed with rows in hand.
const CLAIM = `${dueRows(WAITING, 'octet_length(json)')}
UPDATE dead_letters AS d SET claimed_until = now() + interval '30 seconds'
WHERE d.${TAKEN} RETURNING d.*`;

// One that was set aside again meanwhile has lost its claim, and is sent again with the new reason.
const MARK_SENT = `
UPDATE dead_letters SET sent_at = now()
WHERE id = ANY ($1::bigint[]) AND claimed_until IS NOT NULL`;

const RELEASE = `UPDATE dead_letters SET claimed_until = NULL WHERE id = ANY ($1::bigint[])`;
