/**
 * The rows of `daily_counts` that each kind of writer adds to, so that the consumers, which write
 * most, do not wait for each other's commit. Several replicas share a slot and merely wait.
 */
export const COUNT_SLOTS = { submissions: 0, evaluations: 1, changes: 2 } as const;
