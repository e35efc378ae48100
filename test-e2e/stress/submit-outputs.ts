import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

import { callUntilAnswered } from './call-until-answered.ts';
import type { PlannedOutput } from './planned-output.ts';
import type { ClientLog } from './what-clients-saw.ts';

export interface SubmitOptions {
  readonly url: string;
  readonly token: string;
  /** Submissions per second. An unanswered one does not delay the next. */
  readonly ratePerSecond: number;
  readonly log: ClientLog;
  /** Stops submitting; outputs not due by then are skipped. */
  readonly until?: AbortSignal | undefined;
  /** Aborts the retries and stops submitting. */
  readonly signal: AbortSignal;
}

/** The outputs submitted, and the IDs of those accepted. */
export interface Submissions {
  readonly submitted: readonly PlannedOutput[];
  readonly answered: ReadonlySet<string>;
}

/** Submits outputs at a constant rate and retries each until it is accepted. */
export async function submitOutputs(
  outputs: readonly PlannedOutput[],
  options: SubmitOptions,
): Promise<Submissions> {
  // Each call in flight adds a listener.
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
