import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

import { callUntilAnswered } from './call-until-answered.ts';
import type { PlannedOutput } from './planned-output.ts';
import type { ClientLog } from './what-clients-saw.ts';

export interface SubmitOptions {
  readonly url: string;
  readonly token: string;
  /** Submissions in a second; what is not answered does not hold up the next. */
  readonly ratePerSecond: number;
  readonly log: ClientLog;
  /** What is not due by then is not submitted. */
  readonly until?: AbortSignal | undefined;
  /** Gives up then, and submits no more. */
  readonly signal: AbortSignal;
}

/** Outputs that were submitted, and the ids of those that were answered. */
export interface Submissions {
  readonly submitted: readonly PlannedOutput[];
  readonly answered: ReadonlySet<string>;
}

/** Submits outputs at a constant rate and repeats each until it is accepted. */
export async function submitOutputs(
  outputs: readonly PlannedOutput[],
  options: SubmitOptions,
): Promise<Submissions> {
  // Each call listens to it, and many are under way.
  setMaxListeners(0, options.signal);
  const submitted: PlannedOutput[] = [];
  const answered = new Set<string>();
  const beganAt = performance.now();
  const submit = async ({ id, body }: PlannedOutput): Promise<void> => {
    const answer = await callUntilAnswered({
      url: `${options.url}/api/logs`,
      init: { method: 'POST', headers: headersOf(options), body },
      wanted: [202],
      log: options.log,
      signal: options.signal,
    });
    if (answer !== null) answered.add(id);
  };
  const calls: Promise<void>[] = [];
  for (const [index, output] of outputs.entries()) {
    const dueAt = beganAt + (index * 1000) / options.ratePerSecond;
    await delay(Math.max(0, dueAt - performance.now()));
    if (options.until?.aborted || options.signal.aborted) break;
    submitted.push(output);
    calls.push(submit(output));
  }
  await Promise.all(calls);
  return { submitted, answered };
}

function headersOf({ token }: SubmitOptions): Record<string, string> {
  return { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
}
