import { type SqlClient, textArray } from '@output-review/runtime';

import type { SlotRequest, TakenSlots } from './counted-slots.ts';
import { RATE_WINDOW_MS } from './rate-window.ts';

/** Counts slots in PostgreSQL; a call is one statement, whatever the number of requests. */
export class PostgresSlots {
  readonly #client: SqlClient;

  constructor(client: SqlClient) {
    this.#client = client;
  }

  /** @returns null where PostgreSQL does not count under this epoch, or not any more. */
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

  /** Deletes slots that no window holds any more. One process at a time does it. */
  async forgetOld(): Promise<void> {
    await this.#client.query(
      `DELETE FROM rate_window_slots AS slots USING rate_window
       WHERE (slots.epoch <> rate_window.epoch
           OR slots.taken_at <= clock_timestamp() - $1 * interval '1 millisecond')
         AND (SELECT pg_try_advisory_xact_lock(hashtext('rate_window_slots'), hashtext(current_schema())))`,
      [RATE_WINDOW_MS],
    );
  }
}
