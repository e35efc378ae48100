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
  readonly signal: AbortSignal;
}

/**
 * Submits outputs at a constant rate and repeats each until it is accepted.
 *
 * @returns the ids that were answered.
 */
export async function submitOutputs(
  outputs: readonly PlannedOutput[],
  options: SubmitOptions,
): Promise<ReadonlySet<string>> {
  const answered = new Set<string>();
  const beganAt = performance.now();
  const submit = async ({ id, body }: PlannedOutput, index: number): Promise<void> => {
    const dueAt = beganAt + (index * 1000) / options.ratePerSecond;
    await delay(Math.max(0, dueAt - performance.now()));
    const answer = await callUntilAnswered({
      url: `${options.url}/api/logs`,
      init: { method: 'POST', headers: headersOf(options), body },
      wanted: [202],
      log: options.log,
      signal: options.signal,
    });
    if (answer !== null) answered.add(id);
  };
  await Promise.all(outputs.map(submit));
  return answered;
}

function headersOf({ token }: SubmitOptions): Record<string, string> {
  return { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
}
