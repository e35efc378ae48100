import type { Transaction } from '@output-review/runtime';

import type { Output } from './output.pure.ts';

/**
 * The rows of `daily_counts` that each kind of writer adds to, so that the consumers, which write
 * most, do not wait for each other's commit. Several replicas share a slot and merely wait.
 */
export const COUNT_SLOTS = {
  submissions: [0, 3],
  evaluations: [1, 4],
  shadows: 5,
} as const;

/**
 * The slot of what people, tokens and deadlines change: eight by connection, since such a transaction has many statements after
 * the one that counts. One transaction always has the same. Slot 2 was all of them in earlier releases.
 */
export const CHANGE_SLOT = '(6 + pg_backend_pid() % 8)::smallint';

/** Where the counts of a past day are summed up; no other writer has this slot. */
export const FOLDED_SLOT = 100;

/** What `daily_counts` counts by; a row has a slot beside it. */
export const DAILY_KEY = 'workspace_id, day, project_id, task_id, status, is_decided';

/** The slots of one kind of writers of this process. */
export class FreeSlots {
  readonly #first: number;
  readonly #free: number[];

  constructor(slots: readonly [number, ...number[]]) {
    this.#first = slots[0];
    this.#free = [...slots];
  }

  /** Lends a slot that nobody here writes to; the first where there is none. */
  async during<T>(write: (slot: number) => Promise<T>): Promise<T> {
    const lent = this.#free.shift();
    try {
      return await write(lent ?? this.#first);
    } finally {
      if (lent !== undefined) this.#free.unshift(lent);
    }
  }
}

/** Takes outputs out of the counts (`by` −1) or puts them in (1), beside the change of their rows. */
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
