import { deadLetterTopic, MESSAGE_BYTES_MAX } from '@output-review/contracts';

import type { SqlClient } from '../postgres/database.ts';
import { type DeadLetter, type DeadLetterRow, toDeadLetter } from './dead-letters.ts';
import type { OutboxStore, StoredEvent } from './outbox/outbox-store.ts';
import { dueRows, makeRowStore, TAKEN } from './outbox/row-store.ts';

/** Include it in a service's migration, after the table. */
export const DEAD_LETTER_OUTBOX_SQL = `
-- The table is an outbox too: what was set aside is told to those who look at Kafka.
ALTER TABLE dead_letters ADD COLUMN sent_at timestamptz, ADD COLUMN claimed_until timestamptz;
CREATE INDEX dead_letters_unsent ON dead_letters (id) WHERE sent_at IS NULL;
`;

/**
 * Publishes dead letters. Each becomes an event of the dead-letter topic of its group, with the key, text and
 * attributes of the message. The headers give the reason. A message that has become larger than Kafka accepts is
 * truncated and marked so. The table keeps it complete.
 *
 * This makes dead letters visible to Kafka's own tools. Listing and replaying use the table. In one process nothing
 * reads these topics.
 */
export function makeDeadLetterOutbox(sql: SqlClient): OutboxStore {
  const rows = { ...WAITING, claim: CLAIM, toEvent: toStoredEvent };
  return {
    ...makeRowStore(sql, rows),
    remove: async (seqs) => {
      await sql.query({ name: 'mark-dead-letters-sent', text: MARK_SENT, values: [seqs] });
    },
  };
}

interface ClaimedRow extends DeadLetterRow {
  readonly seq: string;
}

function toStoredEvent(row: ClaimedRow): StoredEvent {
  const { group, event, code, reason, attempts, setAsideAt } = toDeadLetter(row);
  const { position, topic, ...attributes } = event;
  const isWhole = countBytes(attributes) <= MESSAGE_BYTES_MAX;
  return {
    ...(isWhole ? attributes : cut(attributes)),
    seq: row.seq,
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

// Enough to identify the message.
const CUT_LENGTH = 1_000;

/** Each invalid UTF-8 byte became three, so a message may be larger than when Kafka accepted it. */
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

// A claim expires, in case a replica is killed while it holds rows.
const CLAIM = `${dueRows(WAITING, 'octet_length(json)')}
UPDATE dead_letters AS d SET claimed_until = now() + interval '30 seconds'
WHERE d.${TAKEN} RETURNING d.id AS seq, d.*`;

// A message that was dead-lettered again meanwhile has lost its claim. It is sent again with the new reason.
const MARK_SENT = `
UPDATE dead_letters SET sent_at = now()
WHERE id = ANY ($1::bigint[]) AND claimed_until IS NOT NULL`;
