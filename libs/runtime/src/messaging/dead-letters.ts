import type { SqlClient } from '../postgres/database.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { IncomingEvent } from './bus.ts';

/** Include it in a service's migration. */
export const DEAD_LETTERS_TABLE_SQL = `
-- Messages that could not be handled, each with its reason, until somebody replays them.
CREATE TABLE dead_letters (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  consumer_group text NOT NULL,
  event_id text NOT NULL,
  topic text NOT NULL,
  key text NOT NULL,
  source text NOT NULL,
  time text NOT NULL,
  traceparent text,
  json text NOT NULL,
  position text NOT NULL,
  code text NOT NULL,
  reason text NOT NULL,
  attempts integer NOT NULL,
  set_aside_at timestamptz NOT NULL DEFAULT now(),
  replayed_at timestamptz,
  UNIQUE (consumer_group, event_id)
);
CREATE INDEX dead_letters_open ON dead_letters (id) WHERE replayed_at IS NULL;
`;

/** Why a message was dead-lettered, for operators. */
export interface DeadLetterReason {
  /** Not JSON, a violation of the contract, or an error of the handler. */
  readonly code: 'UNDECODABLE' | 'INVALID' | 'REFUSED';
  readonly reason: string;
  /** How often the handler tried it. */
  readonly attempts: number;
}

/** A dead letter without the text of its message, which may have megabytes. */
export interface ListedDeadLetter extends DeadLetterReason {
  readonly id: string;
  readonly group: string;
  readonly event: Omit<IncomingEvent, 'data' | 'json'>;
  readonly setAsideAt: Date;
  readonly replayedAt: Date | null;
}

export interface DeadLetter extends ListedDeadLetter {
  readonly event: Omit<IncomingEvent, 'data'>;
}

interface ListOptions {
  readonly limit: number;
  readonly afterId?: string;
  /** Include replayed ones. */
  readonly isComplete?: boolean;
}

export type DeadLetters = ReturnType<typeof makeDeadLetters>;

/** Stores dead letters in the table of the connection's schema. */
export function makeDeadLetters(sql: SqlClient) {
  return {
    /** Stores a message once for each group. A message that fails again after a replay becomes open again. */
    add: async (group: string, event: IncomingEvent, cause: DeadLetterReason): Promise<void> => {
      const { code, reason, attempts } = cause;
      const { id, topic, key, source, time, traceparent, json, position } = event;
      const texts = [
        ...[group, id, topic, key, source, time, traceparent, json],
        ...[position, code, reason],
      ];
      await sql.query(ADD, [...texts.map(storable), attempts]);
    },
    /** Lists dead letters in insertion order. `afterId` is the last one of the previous page. */
    list: async ({ limit, afterId = '0', isComplete = false }: ListOptions) => {
      const { rows } = await sql.query<ListedRow>(LIST, [afterId, isComplete, limit]);
      return rows.map(toListed);
    },
    /** Returns the open dead letter with this ID (decimal digits), or null. */
    findOpen: async (id: string): Promise<DeadLetter | null> => {
      const { rows } = await sql.query<DeadLetterRow>(FIND_OPEN, [id]);
      return rows.map(toDeadLetter)[0] ?? null;
    },
    /** Marks an open dead letter as replayed and deletes its text. */
    markReplayed: async (id: string) => {
      await sql.query(MARK_REPLAYED, [id]);
    },
    /** Erases the dead letters with these keys. */
    erase: async (keys: readonly string[]) => {
      await sql.query(ERASE, [keys]);
    },
  };
}

const ADD = `
INSERT INTO dead_letters AS d (consumer_group, event_id, topic, key, source, time, traceparent, json,
  position, code, reason, attempts)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
ON CONFLICT (consumer_group, event_id) DO UPDATE SET json = excluded.json, position = excluded.position,
  code = excluded.code, reason = excluded.reason, attempts = excluded.attempts,
  set_aside_at = excluded.set_aside_at, replayed_at = NULL, sent_at = NULL, claimed_until = NULL`;
const LIST = `
SELECT id, consumer_group, event_id, topic, key, source, time, traceparent, position, code, reason,
  attempts, set_aside_at, replayed_at
FROM dead_letters WHERE id > $1 AND (replayed_at IS NULL OR $2) ORDER BY id LIMIT $3`;
const FIND_OPEN = 'SELECT * FROM dead_letters WHERE id = $1 AND replayed_at IS NULL';
// Without its text there is nothing left to send, so an unsent letter counts as sent. Otherwise it would stay in the
// index of unsent rows forever.
const MARK_REPLAYED = `
UPDATE dead_letters SET replayed_at = now(), json = '', sent_at = coalesce(sent_at, now())
WHERE id = $1 AND replayed_at IS NULL`;

const ERASE = 'DELETE FROM dead_letters WHERE key = ANY ($1::text[])';

/** PostgreSQL's text type rejects only U+0000, and this table must accept any message. */
function storable(text: string | null): string | null {
  return text?.replaceAll('\0', '\uFFFD') ?? null;
}

/** A row of the table. */
export interface DeadLetterRow extends ListedRow {
  json: string;
}

interface ListedRow extends Omit<IncomingEvent, 'json' | 'data'>, DeadLetterReason {
  consumer_group: string;
  event_id: string;
  set_aside_at: Date;
  replayed_at: Date | null;
}

export function toDeadLetter(row: DeadLetterRow): DeadLetter {
  const listed = toListed(row);
  return { ...listed, event: { ...listed.event, json: row.json } };
}

function toListed(row: ListedRow): ListedDeadLetter {
  const { id, topic, key, source, time, traceparent, position } = row;
  return {
    id,
    group: row.consumer_group,
    event: { topic, key, id: row.event_id, source, time, traceparent, position },
    code: row.code,
    reason: row.reason,
    attempts: row.attempts,
    setAsideAt: row.set_aside_at,
    replayedAt: row.replayed_at,
  };
}

/** Exports the number of open dead letters. Replicas share the table: aggregate with `max`. */
export function watchDeadLetters(metrics: Metrics, sql: SqlClient): void {
  const open = metrics.gauge({
    name: 'output_review_dead_letters_open',
    help: 'Dead letters that were not replayed, by reason; counted up to 10,000.',
    labels: ['topic', 'group', 'code'],
  });
  metrics.beforeScrape({
    name: 'dead letters',
    read: async () => {
      const { rows } = await sql.query<OpenRow>(COUNT_OPEN);
      open.clear();
      for (const { topic, group, code, count } of rows) {
        open.set({ topic, group, code }, Number(count));
      }
    },
    clear: () => open.clear(),
  });
}

interface OpenRow {
  readonly topic: string;
  readonly group: string;
  readonly code: string;
  readonly count: string;
}

// High enough to tell a single letter from a flood, and quick to count.
const COUNT_OPEN = `
SELECT topic, consumer_group AS "group", code, count(*) AS count
FROM (
  SELECT topic, consumer_group, code FROM dead_letters
  WHERE replayed_at IS NULL ORDER BY id LIMIT 10000
) AS open
GROUP BY topic, consumer_group, code`;
