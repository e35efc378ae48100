import { setTimeout as delay } from 'node:timers/promises';

import { callUntilAnswered } from './call-until-answered.ts';
import { projectOf } from './planned-output.ts';
import type { ClientLog } from './what-clients-saw.ts';

export interface DecideOptions {
  readonly url: string;
  readonly run: string;
  /** The headers of a signed-in person. */
  readonly headers: Readonly<Record<string, string>>;
  readonly log: ClientLog;
  /**
   * Ends the work after the current decision. Before the first decision it continues for a while, because kills may
   * delay all evaluations beyond the last submission.
   */
  readonly until: AbortSignal;
  readonly signal: AbortSignal;
}

export type Decided = ReadonlyMap<string, 'approved' | 'rejected'>;

// Below the limit of 120 writes per minute for a person.
const PAUSE_MS = 700;
// Several times longer than a killed service needs to recover.
const FIRST_MS_MAX = 120_000;

/**
 * Decides waiting outputs one after another, like a reviewer, and retries each decision until it is answered. Repeating
 * a decision is a no-op according to the interface.
 *
 * @returns the decisions that were answered.
 */
export async function decideFlagged(options: DecideOptions): Promise<Decided> {
  const { until, signal } = options;
  const decided = new Map<string, 'approved' | 'rejected'>();
  let overAt: number | undefined;
  const isDone = (): boolean => {
    if (signal.aborted || !until.aborted) return signal.aborted;
    overAt ??= performance.now();
    return decided.size > 0 || performance.now() - overAt > FIRST_MS_MAX;
  };
  while (!isDone()) {
    for (const id of await findWaiting(options)) {
      if (isDone() || decided.has(id)) continue;
      const decision = decided.size % 2 === 0 ? 'rejected' : 'approved';
      const isAnswered = await decide(id, decision, options);
      if (isAnswered) decided.set(id, decision);
      await delay(PAUSE_MS);
    }
    await delay(PAUSE_MS);
  }
  return decided;
}

async function findWaiting({ url, run, headers, log, signal }: DecideOptions): Promise<string[]> {
  const query = new URLSearchParams({
    ...{ project: projectOf(run), pending: 'true', limit: '20', fields: 'id' },
    ...{ sortBy: 'timestamp', sortDir: 'asc' },
  });
  const page = await callUntilAnswered({
    url: `${url}/api/logs?${query.toString()}`,
    init: { headers },
    // The project is unknown until its first output is stored. Until then the result is empty.
    wanted: [200],
    log,
    signal,
  });
  if (page === null) return [];
  return (page as { executions: { id: string }[] }).executions.map(({ id }) => id);
}

async function decide(
  id: string,
  decision: 'approved' | 'rejected',
  { url, headers, log, signal }: DecideOptions,
): Promise<boolean> {
  const answer = await callUntilAnswered({
    url: `${url}/api/logs/${id}/decision`,
    init: {
      method: 'PATCH',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ decision }),
    },
    wanted: [200],
    log,
    signal,
  });
  return answer !== null;
}
