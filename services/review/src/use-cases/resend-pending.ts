import type { OutputKey } from '../domain/output.ts';
import type { Changes } from './changes.ts';
import { requestRuns, type RunsDeps } from './start-runs.ts';

interface Deps extends RunsDeps {
  /** Outputs that have been pending since before a time, the longest waiting first. */
  readonly findPendingSince: (before: Date, limit: number) => Promise<OutputKey[]>;
}

/** By then every run without a judge has long ended, and judges have given up twice over. */
const PENDING_MS_MAX = 15 * 60_000;
const BATCH_MAX = 200;

/**
 * Asks again for runs that have been pending for too long: the evaluator answers with its stored
 * result, keeps its job, or starts one. Each output is asked for once in that time.
 */
export const makeResendPending =
  ({ change, chunksOf, now, findPendingSince }: Deps) =>
  async (): Promise<number> => {
    const at = now();
    const keys = await findPendingSince(new Date(at.getTime() - PENDING_MS_MAX), BATCH_MAX);
    let asked = 0;
    for (const chunk of await chunksOf(keys)) {
      asked += await change((changes) => askAgain(changes, chunk, at));
    }
    return asked;
  };

async function askAgain(changes: Changes, keys: readonly OutputKey[], at: Date): Promise<number> {
  const locked = await changes.lock(keys);
  const pending = locked.filter(({ status }) => status === 'pending');
  const asked = pending.map((before) => ({ before, after: { ...before, queuedAt: at } }));
  await changes.save(asked);
  await requestRuns(
    changes,
    asked.map(({ after }) => after),
  );
  return asked.length;
}
