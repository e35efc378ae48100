import { setTimeout as delay } from 'node:timers/promises';

import { callUntilAnswered } from './call-until-answered.ts';
import { projectOf } from './planned-output.ts';
import type { ClientLog } from './what-clients-saw.ts';

export interface DecideOptions {
  readonly url: string;
  readonly run: string;
  /** The headers of a person who is signed in. */
  readonly headers: Readonly<Record<string, string>>;
  readonly log: ClientLog;
  /**
   * Ends the work after the decision in hand. Where there was none yet it goes on for a while: what is killed may hold
   * up every evaluation for longer than the submissions last.
   */
  readonly until: AbortSignal;
  readonly signal: AbortSignal;
}

export type Decided = ReadonlyMap<string, 'approved' | 'rejected'>;

// Below the limit of 120 writes a minute that a person has.
const PAUSE_MS = 700;
// Longer than what was killed takes to be there again, several times over.
const FIRST_MS_MAX = 120_000;

/**
 * Decides what waits, as a reviewer does, one after the other, and repeats each decision until it is
 * answered. The same decision again changes nothing, says the interface.
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
    // A project is unknown until its first output is in, and then nothing waits in it.
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
