import { INTERNAL_OPERATIONS } from '@output-review/contracts';

import { job } from '../context.ts';
import { HELD_CALL_CHECKS } from './held-calls.ts';

export const checkHeldCalls = job({
  name: 'check held calls',
  everyMs: HELD_CALL_CHECKS.everyMs,
  run: ({ heldCalls }) => heldCalls.check(),
});

// Review works for 10 s at a time, and may then wait for a judge.
const RUN_TIMEOUT_MS = 60_000;

/** Makes review continue backtests. Its calls to the evaluator run under the gateway's assertion. */
export const runBacktests = job({
  name: 'run backtests',
  everyMs: 2_000,
  run: async ({ review, assertion }, signal) => {
    const options = { assertion, timeoutMs: RUN_TIMEOUT_MS, signal };
    let isBusy = true;
    while (isBusy && !signal.aborted) {
      ({ isBusy } = await review.call(INTERNAL_OPERATIONS.runBacktests, options));
    }
  },
});
