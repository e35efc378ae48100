import { INTERNAL_OPERATIONS } from '@output-review/contracts';

import { job } from '../context.ts';
import { HELD_CALL_CHECKS } from './held-calls.ts';

export const checkHeldCalls = job({
  name: 'check held calls',
  everyMs: HELD_CALL_CHECKS.everyMs,
  run: ({ heldCalls }) => heldCalls.check(),
});

// Review works for 10 s at a time, and may wait for a judge behind that.
const RUN_TIMEOUT_MS = 60_000;

/** Has review go on with backtests: the calls to the evaluator that it takes are in the name of the gateway. */
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
