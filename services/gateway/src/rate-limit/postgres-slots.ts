import { isLockTimeout, type SqlClient, textArray } from '@output-review/runtime';

import { END_IDLE_HOLDERS_SQL } from './rate-window-tables.ts';
import {
  type Counting,
  type LiveSlots,
  RATE_WINDOW_MS,
  type SlotRequest,
  type TakenSlots,
} from './rate-window.ts';

export interface WindowState {
  readonly countsIn: Counting;
  readonly epoch: string;
  /** The previous epoch, if its slots still count. */
  readonly carriedEpoch: string | null;
  /** Whether Redis has been avoided for long enough. */
  readonly mayReturn: boolean;
}

/** The state from which Redis starts to count. */
export interface Handover {
  readonly epoch: string;
  readonly slots: readonly LiveSlots[];
}

/**
 * Counts slots in PostgreSQL, with one statement per call for any number of requests. Also reads and changes the row
 * that tells where slots are counted.
 */
export class PostgresSlots {
  readonly #client: SqlClient;

  constructor(client: SqlClient) {
    this.#client = client;
  }

  /** @returns null if PostgreSQL does not count under this epoch, or no longer does. */
  async take(epoch: string, requests: readonly SlotRequest[]): Promise<TakenSlots | null> {
    const { rows } = await this.#client.query<{ taken: TakenSlots | null }>({
      name: 'take-rate-slots',
      text: 'SELECT take_rate_slots($1, $2, $3, $4) AS taken',
      values: [
        epoch,
        textArray(requests.map(({ key }) => key)),
        requests.map(({ limit }) => limit),
        RATE_WINDOW_MS,
      ],
    });
    return rows[0]?.taken ?? null;
  }

  /** Deletes slots that are in no window any more. One process at a time does it. */
  async deleteOld(): Promise<void> {
    await this.#client.query(
      `DELETE FROM rate_window_slots AS slots USING rate_window
       WHERE (slots.epoch <> rate_window.epoch
           OR slots.taken_at <= clock_timestamp() - $1 * interval '1 millisecond')
         AND (SELECT pg_try_advisory_xact_lock(hashtext('rate_window_slots'), hashtext(current_schema())))`,
      [RATE_WINDOW_MS],
    );
  }

  async read(): Promise<WindowState> {
    const { rows } = await this.#client.query<WindowState>({
      name: 'read-rate-window',
      text: `SELECT counts_in AS "countsIn", epoch, carried_epoch AS "carriedEpoch",
               changed_at + hold_ms * interval '1 millisecond' <= clock_timestamp() AS "mayReturn"
             FROM rate_window`,
    });
    const [state] = rows;
    if (!state) throw new Error('The row of the rate window is gone');
    return state;
  }

  /** The time of PostgreSQL's clock. */
  async readTime(): Promise<Date> {
    const { rows } = await this.#client.query<{ now: Date }>('SELECT clock_timestamp() AS now');
    const [row] = rows;
    if (!row) throw new Error('The clock gave no answer');
    return row.now;
  }

  /** @returns whether this call made the change. */
  async toPostgres(from: string): Promise<boolean> {
    const { rows } = await this.#withFence(() =>
      this.#client.query<{ changed: boolean }>(
        'SELECT count_rate_slots_in_postgres($1, $2) AS changed',
        [from, RATE_WINDOW_MS],
      ),
    );
    return rows[0]?.changed ?? false;
  }

  /** @returns null if another process was faster. */
  async toRedis(from: string): Promise<Handover | null> {
    const { rows } = await this.#withFence(() =>
      this.#client.query<{ epoch: string; key: string | null; takenAt: readonly Date[] }>(
        `SELECT new_epoch AS epoch, live_key AS key, live_at AS "takenAt"
         FROM count_rate_slots_in_redis($1, $2)`,
        [from, RATE_WINDOW_MS],
      ),
    );
    const [first] = rows;
    if (!first) return null;
    const slots = rows.flatMap(({ key, takenAt }) => (key === null ? [] : [{ key, takenAt }]));
    return { epoch: first.epoch, slots };
  }

  // A process that hangs between two statements blocks the switch, and with it all other processes. Its session is
  // ended. What it has not committed was not answered, so its callers retry.
  async #withFence<T>(change: () => Promise<T>): Promise<T> {
    try {
      return await change();
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      await this.#client.query(END_IDLE_HOLDERS_SQL);
      return await change();
    }
  }
}
