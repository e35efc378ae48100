// Advisory locks belong to a whole database. The hash of the schema, or of a key in it, makes these ours.
const FENCE = 1_919_381_366;
const KEY = 1_919_381_367;

// How long Redis is avoided after a loss, doubled each time it fails again within a minute. Otherwise one gateway could
// return to a Redis that only some gateways reach, and another give it up, in turn.
const HOLD_MS = 5_000;
const HOLD_MS_MAX = 300_000;

// Holders of the fence need milliseconds. A session that waits for it blocks all that come after.
const FENCE_TIMEOUT_MS = 1_000;

// A slot further in the future than this has the time of a wrong clock and is ignored: an hour of such slots, counted
// from now, would refuse honest callers.
const AHEAD_MS_MAX = 5_000;

/**
 * The tables and functions of a window that many processes share, to paste into the migration of a service.
 *
 * @param accepted a query for `key` and `taken_at` of everything that was stored for a slot, in any epoch. Only the
 *   rows of the last window are read, which an index should serve.
 */
export function rateWindowTablesSql(accepted: string): string {
  return `
-- Where slots are counted: one row. An epoch is never reused. It rises with time, so that even a database restored from
-- a backup does not meet its own epochs in Redis.
CREATE TABLE rate_window (
  is_only       boolean     PRIMARY KEY DEFAULT true CHECK (is_only),
  counts_in     text        NOT NULL CHECK (counts_in IN ('redis', 'postgres')),
  epoch         bigint      NOT NULL,
  -- Its slots were all carried over into this epoch, so they still count.
  carried_epoch bigint,
  changed_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- How long Redis is avoided after the change.
  hold_ms       integer     NOT NULL DEFAULT 0
);
INSERT INTO rate_window (counts_in, epoch) VALUES ('postgres', 1);

-- Slots while they are counted here. Those of a key are numbered in the order of taking. The slot taken as many slots
-- ago as the limit tells whether one is free: two lookups for any limit. Rows that have left the window are deleted, so
-- a missing row has left it.
CREATE TABLE rate_window_slots (
  epoch    bigint      NOT NULL,
  key      text        NOT NULL,
  number   bigint      NOT NULL,
  taken_at timestamptz NOT NULL,
  PRIMARY KEY (epoch, key, number)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000,
  autovacuum_vacuum_insert_threshold = -1, autovacuum_vacuum_cost_delay = 0);

-- Returns the epochs whose slots count, and keeps them valid until the transaction ends: a switch waits for all that
-- hold this. Takes the lock first and reads the row in a later statement, because each statement of a volatile function
-- has its own snapshot. The statement that calls this function would read the row of before the wait.
CREATE FUNCTION hold_rate_window() RETURNS bigint[] LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  epochs bigint[];
BEGIN
  PERFORM pg_advisory_xact_lock_shared(${FENCE}, hashtext(current_schema()));
  SELECT ARRAY[epoch, carried_epoch] INTO epochs FROM rate_window;
  RETURN epochs;
END $$;
${TAKE_SQL}
${countInPostgresSql(accepted)}
${TO_REDIS_SQL}`;
}

/** Ends idle sessions that block a switch. The role may end its own sessions. */
export const END_IDLE_HOLDERS_SQL = `
  SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_stat_activity USING (pid)
  WHERE locktype = 'advisory' AND objsubid = 2 AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND classid = ${FENCE} AND objid = (hashtext(current_schema())::bigint & 4294967295)::oid
    AND state LIKE 'idle in transaction%'
    AND state_change < clock_timestamp() - ${FENCE_TIMEOUT_MS} * interval '1 millisecond'`;

const TAKE_SQL = `
-- Takes slots if this database counts under the epoch, otherwise returns null. Answers in the order of the keys, null
-- if no slot was free.
CREATE FUNCTION take_rate_slots(
  given_epoch bigint, keys text[], limits integer[], window_ms integer
) RETURNS timestamptz[] LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  taken    timestamptz[] := array_fill(NULL::timestamptz, ARRAY[cardinality(keys)]);
  now_at   timestamptz;
  since    timestamptz;
  last     record;
  asked    record;
  key_hash integer;
BEGIN
  -- What is stored for a slot is flushed after the slot and flushes it too: a crash loses only slots for which nothing
  -- was stored.
  PERFORM set_config('synchronous_commit', 'off', true);
  PERFORM hold_rate_window();
  IF NOT EXISTS (SELECT FROM rate_window WHERE counts_in = 'postgres' AND epoch = given_epoch) THEN
    RETURN NULL;
  END IF;
  -- In one order, so that two calls do not deadlock.
  FOR key_hash IN SELECT DISTINCT hashtext(key) AS hash FROM unnest(keys) AS key ORDER BY hash LOOP
    PERFORM pg_advisory_xact_lock(${KEY}, key_hash);
  END LOOP;
  now_at := date_trunc('milliseconds', clock_timestamp());
  since := now_at - window_ms * interval '1 millisecond';
  FOR asked IN
    SELECT * FROM unnest(keys, limits) WITH ORDINALITY AS asked (key, slots_max, place)
  LOOP
    SELECT number, taken_at INTO last FROM rate_window_slots
    WHERE epoch = given_epoch AND key = asked.key ORDER BY number DESC LIMIT 1;
    IF last.taken_at > now_at THEN
      -- The clock was set back, so these slots count from now.
      UPDATE rate_window_slots SET taken_at = now_at
      WHERE epoch = given_epoch AND key = asked.key AND taken_at > now_at;
    END IF;
    CONTINUE WHEN asked.slots_max < 1 OR EXISTS (
      SELECT FROM rate_window_slots
      WHERE epoch = given_epoch AND key = asked.key AND taken_at > since
        AND number = last.number + 1 - asked.slots_max
    );
    INSERT INTO rate_window_slots (epoch, key, number, taken_at)
    VALUES (given_epoch, asked.key, coalesce(last.number, 0) + 1, now_at);
    taken[asked.place] := now_at;
  END LOOP;
  RETURN taken;
END $$;`;

const LOCK_FENCE = `PERFORM pg_advisory_xact_lock(${FENCE}, hashtext(current_schema()));`;
const NEXT_EPOCH = `greatest(epoch + 1, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint)`;

/** The function that makes PostgreSQL count, created or replaced; `accepted` as above. */
export function countInPostgresSql(accepted: string): string {
  return `
-- Makes this database count instead of Redis, from what was stored in the last window. A slot that was taken but not
-- stored is counted again when it arrives. False if another process was faster.
CREATE OR REPLACE FUNCTION count_rate_slots_in_postgres(given_epoch bigint, window_ms integer)
RETURNS boolean LANGUAGE plpgsql VOLATILE SET lock_timeout = ${FENCE_TIMEOUT_MS} AS $$
DECLARE
  now_at    timestamptz;
  new_epoch bigint;
BEGIN
  -- With the lock, everything stored for slots of the old epoch is committed and read below. Later transactions read
  -- the new epoch.
  ${LOCK_FENCE}
  now_at := date_trunc('milliseconds', clock_timestamp());
  UPDATE rate_window SET counts_in = 'postgres', epoch = ${NEXT_EPOCH},
    carried_epoch = NULL, changed_at = now_at,
    hold_ms = CASE
      WHEN changed_at > now_at - interval '1 minute'
        THEN least(greatest(hold_ms * 2, ${HOLD_MS}), ${HOLD_MS_MAX})
      ELSE ${HOLD_MS}
    END
  WHERE counts_in = 'redis' AND epoch = given_epoch
  RETURNING epoch INTO new_epoch;
  IF new_epoch IS NULL THEN
    RETURN false;
  END IF;
  INSERT INTO rate_window_slots (epoch, key, number, taken_at)
  SELECT new_epoch, key, row_number() OVER (PARTITION BY key ORDER BY taken_at),
    -- By another clock it may be slightly ahead, so it counts from now.
    least(taken_at, now_at)
  FROM (${accepted}) AS accepted (key, taken_at)
  WHERE taken_at > now_at - window_ms * interval '1 millisecond'
    AND taken_at <= now_at + ${AHEAD_MS_MAX} * interval '1 millisecond';
  RETURN true;
END $$;`;
}

const TO_REDIS_SQL = `
-- Makes Redis count, under the returned epoch and from the returned slots: one row per key, and one row without a key
-- if there are none. No row if another process was faster.
CREATE FUNCTION count_rate_slots_in_redis(given_epoch bigint, window_ms integer)
RETURNS TABLE (new_epoch bigint, live_key text, live_at timestamptz[])
LANGUAGE plpgsql VOLATILE SET lock_timeout = ${FENCE_TIMEOUT_MS} AS $$
DECLARE
  next_epoch bigint;
BEGIN
  -- With the lock, no more slots are taken here.
  ${LOCK_FENCE}
  UPDATE rate_window SET counts_in = 'redis', epoch = ${NEXT_EPOCH}, carried_epoch = epoch,
    changed_at = clock_timestamp()
  WHERE counts_in = 'postgres' AND epoch = given_epoch
  RETURNING epoch INTO next_epoch;
  IF next_epoch IS NULL THEN
    RETURN;
  END IF;
  RETURN QUERY
  SELECT next_epoch, live.key, live.taken_at FROM (SELECT) AS once LEFT JOIN (
    SELECT key, array_agg(taken_at) AS taken_at FROM rate_window_slots
    WHERE epoch = given_epoch
      AND taken_at > clock_timestamp() - window_ms * interval '1 millisecond'
    GROUP BY key
  ) AS live ON true;
END $$;`;
