import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';

import { aRule } from '../../test/settle-rule.ts';
import { skipTimers } from '../../test/skip-timers.ts';

import { NO_JUDGED_FILES } from '../engine/judged-files.ts';
import { DEFAULT_JUDGE_SETTINGS } from '../judges/judge-config.ts';
import { JudgeFailure, NO_USAGE } from '../judges/judge-failure.pure.ts';
import { type ChosenJudge, NO_JUDGES_OF_ITS_OWN } from '../judges/judges.pure.ts';
import { type Asked, type AskModel, JudgeCaller, type JudgeQuestion } from './ask-judge.ts';
import type { JudgeReply } from './settle-by-judge.pure.ts';

const REPLY: JudgeReply = {
  answer: { verdict: 'pass', confidence: 1, explanation: 'Fine.' },
  usage: NO_USAGE,
};
const LIMITS = { callMs: 20_000, triesMax: 3, signal: new AbortController().signal };
const COMING_AGAIN = { ...LIMITS, comesAgain: true };

let nowMs: number;
let waits: number[];
let timeouts: number[];
/** The answers of the model to the next calls. */
let replies: (JudgeReply | JudgeFailure)[];
let caller: JudgeCaller;

beforeEach(() => {
  nowMs = 0;
  waits = [];
  timeouts = [];
  jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
  jest.spyOn(Math, 'random').mockReturnValue(1);
  skipTimers((ms) => {
    waits.push(ms);
    nowMs += ms;
  });
  caller = callerWith(async (_, { timeoutMs }) => {
    timeouts.push(timeoutMs);
    const reply = replies.shift();
    if (!reply) throw new Error('Asked too often');
    if (reply instanceof JudgeFailure) throw reply;
    return reply;
  });
});

afterEach(() => {
  jest.restoreAllMocks();
});

test('retries transient failures with growing pauses', async () => {
  const asked = await ask([new JudgeFailure('down'), new JudgeFailure('unreachable'), REPLY]);

  expect(asked).toMatchObject({ reply: REPLY, attempts: 3, latencyMs: 1_500 });
  expect(waits).toEqual([500, 1_000]);
});

test('gives up after three attempts', async () => {
  const failures = Array.from({ length: 4 }, () => new JudgeFailure('down'));

  expect(await ask(failures)).toMatchObject({ reply: { reason: 'down' }, attempts: 3 });
});

test("honors a provider's Retry-After if there is time, and otherwise ends the call", async () => {
  const busy = (retryAfterMs: number) => new JudgeFailure('rate_limited', { retryAfterMs });

  expect(await ask([busy(7_000), busy(14_000), REPLY])).toMatchObject({
    reply: { reason: 'rate_limited', retryAfterMs: 14_000 },
    attempts: 2,
  });
  expect(waits).toEqual([7_500]);
  expect(timeouts).toEqual([20_000, 12_500]);
});

test('calls a rate-limited model for waiting callers, and for others not before its Retry-After', async () => {
  const busy = new JudgeFailure('rate_limited', { retryAfterMs: 60_000 });
  replies = [busy, new JudgeFailure('rate_limited'), REPLY, REPLY];
  await caller.ask(QUESTION, COMING_AGAIN);

  expect(await caller.ask(QUESTION, { ...LIMITS, triesMax: 1 })).toMatchObject({ attempts: 1 });
  expect(await caller.ask(QUESTION, LIMITS)).toMatchObject({ reply: REPLY });
  expect(await caller.ask(QUESTION, COMING_AGAIN)).toMatchObject({
    reply: { reason: 'rate_limited', retryAfterMs: 60_000 },
    attempts: 0,
  });
  expect(waits).toEqual([]);
  nowMs = 60_000;
  expect(await caller.ask(QUESTION, COMING_AGAIN)).toMatchObject({ reply: REPLY });
});

test('calls a model for live rules even if it has rate limited shadow rules', async () => {
  const busy = new JudgeFailure('rate_limited', { retryAfterMs: 60_000 });
  replies = [busy, REPLY];
  await caller.ask(QUESTION, { ...COMING_AGAIN, isShadow: true });

  expect(await caller.ask(QUESTION, COMING_AGAIN)).toMatchObject({ reply: REPLY });
});

test('reports how long ago a rate-limited model answered others', async () => {
  const busy = new JudgeFailure('rate_limited', { retryAfterMs: 30_000 });
  replies = [busy, REPLY, busy];

  expect(await caller.ask(QUESTION, LIMITS)).toMatchObject({ silentForMs: null });
  nowMs = 30_000;
  await caller.ask(QUESTION, LIMITS);
  nowMs = 35_000;
  expect(await caller.ask(QUESTION, LIMITS)).toMatchObject({ silentForMs: 5_000 });
  expect(await caller.ask(QUESTION, COMING_AGAIN)).toMatchObject({
    attempts: 0,
    silentForMs: 5_000,
  });
});

test('does not retry an invalid answer', async () => {
  expect(await ask([new JudgeFailure('off_schema'), REPLY])).toMatchObject({
    reply: { reason: 'off_schema' },
    attempts: 1,
  });
});

test('stops calling a provider that is down for a while, and says so', async () => {
  for (let call = 0; call < 5; call += 1) {
    const tries = Array.from({ length: 3 }, () => new JudgeFailure('down'));
    expect(await ask(tries)).toMatchObject({ reply: { reason: 'down' } });
  }

  const asked = await ask([REPLY]);

  expect(asked).toMatchObject({ reply: { reason: 'paused' }, attempts: 0 });
  expect(asked.reply).toHaveProperty('retryAfterMs', expect.any(Number));
});

test('does not count a call with a shortened timeout against its provider', async () => {
  for (let call = 0; call < 5; call += 1) {
    replies = Array.from({ length: 3 }, () => new JudgeFailure('timeout'));
    const asked = await caller.ask(QUESTION, { ...LIMITS, isCut: true });
    expect(asked).toMatchObject({ reply: { reason: 'timeout' } });
  }
  expect(await ask([REPLY])).toMatchObject({ reply: REPLY });
});

test('treats a missing judge as a failure like any other', async () => {
  caller = callerWith(
    async () => REPLY,
    () => {
      throw new JudgeFailure('not_configured');
    },
  );
  const asked = await caller.ask(QUESTION, LIMITS);

  expect(asked).toMatchObject({ judge: null, reply: { reason: 'not_configured' }, attempts: 0 });
});

test('throws on an interruption, and does not count it in a breaker', async () => {
  let interrupt = new AbortController();
  let times = 0;
  caller = callerWith(async (_, { signal }) => {
    times += 1;
    interrupt.abort(new Error('Stopping'));
    throw signal.reason;
  });

  for (let call = 1; call <= 6; call += 1) {
    interrupt = new AbortController();
    const asking = caller.ask(QUESTION, { ...LIMITS, signal: interrupt.signal });

    await expect(asking).rejects.toThrow('Stopping');
    expect(times).toBe(call);
  }
});

const JUDGE: ChosenJudge = {
  ...{ provider: 'openai', model: 'm', baseUrl: null, apiKey: 'k', owner: 'operator' },
};

const QUESTION: JudgeQuestion = {
  workspaceId: 'w',
  judges: NO_JUDGES_OF_ITS_OWN,
  rule: aRule({ name: 'Tone', type: 'llm_judge', value: 'Be kind.' }),
  material: { output: 'Hi' },
  files: NO_JUDGED_FILES,
};

function ask(given: (JudgeReply | JudgeFailure)[]): Promise<Asked> {
  replies = given;
  return caller.ask(QUESTION, LIMITS);
}

function callerWith(askModel: AskModel, choose = (): ChosenJudge => JUDGE): JudgeCaller {
  const pauses = DEFAULT_JUDGE_SETTINGS.pausesInCall;
  return new JudgeCaller({ chooser: { choose }, askModel, pauses });
}
