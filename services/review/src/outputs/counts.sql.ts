import type { Transaction } from '@output-review/runtime';

import type { Output } from './output.pure.ts';

/**
 * Slots in `daily_counts`, one set per kind of writer, so that the consumers, which write most, do not wait for each
 * other's commit. Replicas may share a slot, which only makes them wait.
 */
export const COUNT_SLOTS = {
  submissions: [0, 3],
  evaluations: [1, 4],
  shadows: 5,
} as const;

/**
 * The slot for changes by people, tokens and deadlines: eight, chosen by connection, because such a transaction runs
 * many statements after it counts. Constant within a transaction. Previous releases used slot 2 for all of them.
 */
export const CHANGE_SLOT = '(6 + pg_backend_pid() % 8)::smallint';

/** The slot with the sums of past days. No other writer uses it. */
export const FOLDED_SLOT = 100;

/** The key of `daily_counts`, apart from the slot. */
export const DAILY_KEY = 'workspace_id, day, project_id, task_id, status, is_decided';

/** The slots of one kind of writer in this process. */
export class FreeSlots {
  readonly #first: number;
  readonly #free: number[];

  constructor(slots: readonly [number, ...number[]]) {
    this.#first = slots[0];
    this.#free = [...slots];
  }

  /** Lends a slot that no writer in this process uses, or the first if all are in use. */
  async during<T>(write: (slot: number) => Promise<T>): Promise<T> {
    const lent = this.#free.shift();
    try {
      return await write(lent ?? this.#first);
    } finally {
      if (lent !== undefined) this.#free.unshift(lent);
    }
  }
}

/** Removes outputs from the counts (`by` −1) or adds them (1), together with the change of their rows. */
export interface CountedOutput {
  readonly output: Output;
  readonly by: 1 | -1;
}

export async function count(tx: Transaction, counted: readonly CountedOutput[]): Promise<void> {
  if (counted.length === 0) return;
  await tx.query({
    name: 'count-changes',
    text: `
      INSERT INTO daily_counts AS c (${DAILY_KEY}, slot, n)
      SELECT w, (at AT TIME ZONE 'UTC')::date AS day, p, t, s, d, ${CHANGE_SLOT}, sum(n)
      FROM unnest(
        $1::text[], $2::timestamptz[], $3::text[], $4::text[], $5::text[], $6::boolean[], $7::int[]
      ) AS changes (w, at, p, t, s, d, n)
      GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum(n) <> 0
      ORDER BY w COLLATE "C", day, p COLLATE "C", t COLLATE "C", s COLLATE "C", d
      ON CONFLICT (${DAILY_KEY}, slot) DO UPDATE SET n = c.n + excluded.n`,
    values: [
      counted.map(({ output }) => output.workspaceId),
      counted.map(({ output }) => output.timestamp),
      counted.map(({ output }) => output.projectId),
      counted.map(({ output }) => output.taskId ?? ''),
      counted.map(({ output }) => output.status),
      counted.map(({ output }) => output.decision !== null),
      counted.map(({ by }) => by),
    ],
  });
}
