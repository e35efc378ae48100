// Locks are of a database; with the hash of the schema, or of a key in it, they are ours.
const FENCE = 1_919_381_366;
const KEY = 1_919_381_367;

// After a loss of Redis, how long it is left alone; doubled as long as it fails again within a minute.
// A Redis that only some gateways reach would otherwise be returned to by one and given up by another
// in turn.
const HOLD_MS = 5_000;
const HOLD_MS_MAX = 300_000;

// What holds the fence takes milliseconds; whoever waits for it holds up all who come after.
const FENCE_TIMEOUT_MS = 1_000;

// Taken further ahead than this, a slot bears the time of a clock that was wrong, and is left out: an hour of
// such slots, counted from now, would refuse honest callers.
const AHEAD_MS_MAX = 5_000;

/**
 * The tables and functions of a window that many processes share; to paste into a service's migration.
 *
 * @param accepted a query for `key` and `taken_at` of everything that was stored for a slot, in
 * whatever epoch. Of these only the ones of the last window are read; let an index serve that.
 */
export function rateWindowTablesSql(accepted: string): string {
  return `
-- Who counts the slots: one row. An epoch never comes again; it rises by time, so that not even a
-- database that was restored from a backup meets its own epochs in Redis.
CREATE TABLE rate_window (
  is_only       boolean     PRIMARY KEY DEFAULT true CHECK (is_only),
  counts_in     text        NOT NULL CHECK (counts_in IN ('redis', 'postgres')),
  epoch         bigint      NOT NULL,
  -- Its slots were all taken over into this epoch, and so are still good.
  carried_epoch bigint,
  changed_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- For how long after the change Redis is not returned to.
  hold_ms       integer     NOT NULL DEFAULT 0
);
INSERT INTO rate_window (counts_in, epoch) VALUES ('postgres', 1);

-- Slots while they are counted here. Those of a key are numbered as they were taken, so that whether
-- there is one more is told by the one that was taken as many slots ago as the limit is: two look-ups,
-- however large the limit. Rows that have left the window are deleted; a missing one has left it.
CREATE TABLE rate_window_slots (
  epoch    bigint      NOT NULL,
  key      text        NOT NULL,
  number   bigint      NOT NULL,
  taken_at timestamptz NOT NULL,
  PRIMARY KEY (epoch, key, number)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000,
  autovacuum_vacuum_insert_threshold = -1, autovacuum_vacuum_cost_delay = 0);

-- Answers whose slots are good, and keeps it so until the transaction ends: a switch waits for all
-- who hold this. The lock comes first and the row is read by a statement that begins after it (each
-- statement of a volatile function has a snapshot of its own). Read by the statement that calls this
-- function, the row would be that of before the wait.
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

/** Ends the sessions that hold up a switch without doing anything. The role may end its own. */
export const END_RESTING_HOLDERS_SQL = `
  SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_stat_activity USING (pid)
  WHERE locktype = 'advisory' AND objsubid = 2 AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND classid = ${FENCE} AND objid = (hashtext(current_schema())::bigint & 4294967295)::oid
    AND state LIKE 'idle in transaction%'
    AND state_change < clock_timestamp() - ${FENCE_TIMEOUT_MS} * interval '1 millisecond'`;

const TAKE_SQL = `
-- Takes slots where this database counts under the epoch; null where it does not. Answers in the
-- order of the keys, null where there was no slot.
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
  -- What is stored for a slot is flushed after it, and takes it to the disk: a crash loses only slots
  -- for which nothing was stored.
  PERFORM set_config('synchronous_commit', 'off', true);
  PERFORM hold_rate_window();
  IF NOT EXISTS (SELECT FROM rate_window WHERE counts_in = 'postgres' AND epoch = given_epoch) THEN
    RETURN NULL;
  END IF;
  -- In one order, or two calls might wait for each other.
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
      -- The clock was set back: they count from now.
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

/** The function that has PostgreSQL count, new or instead of what it was; `accepted` as above. */
export function countInPostgresSql(accepted: string): string {
  return `
-- Has this database count instead of Redis, from what was stored in the last window: what was taken
-- and not stored is counted again when it comes. False where another was quicker.
CREATE OR REPLACE FUNCTION count_rate_slots_in_postgres(given_epoch bigint, window_ms integer)
RETURNS boolean LANGUAGE plpgsql VOLATILE SET lock_timeout = ${FENCE_TIMEOUT_MS} AS $$
DECLARE
  now_at    timestamptz;
  new_epoch bigint;
BEGIN
  -- Whoever stores something for a slot of the old epoch has committed when we get it, and is read
  -- below; whoever comes later reads the new epoch.
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
    -- By another clock it may be a little ahead; it counts from now.
    least(taken_at, now_at)
  FROM (${accepted}) AS accepted (key, taken_at)
  WHERE taken_at > now_at - window_ms * interval '1 millisecond'
    AND taken_at <= now_at + ${AHEAD_MS_MAX} * interval '1 millisecond';
  RETURN true;
END $$;`;
}

const TO_REDIS_SQL = `
-- Has Redis count, under the epoch that is answered, from the slots that are answered: a row a key,
-- and one without a key where there is none. No row where another was quicker.
CREATE FUNCTION count_rate_slots_in_redis(given_epoch bigint, window_ms integer)
RETURNS TABLE (new_epoch bigint, live_key text, live_at timestamptz[])
LANGUAGE plpgsql VOLATILE SET lock_timeout = ${FENCE_TIMEOUT_MS} AS $$
DECLARE
  next_epoch bigint;
BEGIN
  -- Nobody takes a slot here any more when we get it.
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
