import { afterEach, beforeEach, expect, test } from '@jest/globals';

import { aRule } from '../../test/settle-rule.ts';
import { JudgeFailure } from '../judges/judge-failure.pure.ts';
import { NO_JUDGES_OF_ITS_OWN } from '../judges/judges.pure.ts';
import { Judging } from './judging.ts';

// Longer than a test may take, so that waiting this long fails.
const CALL_MS = 600_000;

let judging: Judging;
/** The timeout of each call that was made. */
let calls: number[];
let release: () => void;

beforeEach(() => {
  calls = [];
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const statement = { judge: null, reply: new JudgeFailure('down'), attempts: 1, latencyMs: 1 };
  judging = new Judging({
    caller: {
      ask: async (_, { callMs }) => {
        calls.push(callMs);
        await released;
        return { ...statement, isShadow: false };
      },
    },
    files: { isBehind: false, load: () => Promise.reject(new JudgeFailure('files_unavailable')) },
    ...{ callsMax: 1, shadowCallsMax: 1, callMs: CALL_MS },
  });
});

afterEach(() => release());

const RULE = aRule({ id: 'r', type: 'llm_judge', value: 'Polite.' });

/** Judges as a backtest does, with this many milliseconds in addition to the timeout of a call. */
async function judge(waitMs: number, comesAgain = true) {
  const statements = await judging.judgeRules(
    { workspaceId: 'w', judges: NO_JUDGES_OF_ITS_OWN, rules: [RULE], material: {} },
    {
      ...{ endsAtMs: performance.now() + waitMs + CALL_MS, triesMax: 1, isShadow: true },
      ...{ signal: new AbortController().signal, comesAgain },
    },
  );
  return statements.get('r');
}

test('does not ask about an output that will be retried if a call would not have its full timeout', async () => {
  const first = judge(1_000);

  expect(await judge(0)).toMatchObject({ attempts: 0, reply: { reason: 'timeout' } });

  release();
  expect(await first).toMatchObject({ attempts: 1 });
  expect(calls).toEqual([CALL_MS]);
});

test('asks about an output that will not be retried, with the time left', async () => {
  const [first, second] = [judge(1_000), judge(-1_000, false)];

  release();

  expect([await first, await second]).toMatchObject([{ attempts: 1 }, { attempts: 1 }]);
  expect(calls[1]).toBeLessThan(CALL_MS);
});
