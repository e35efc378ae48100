import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@output-review/runtime/testing';

import { JUDGE_RULE, type JudgeServer, startJudgeServer } from '../harness/judge-server.ts';
import { awaitVerdict, submit, uniqueName } from '../harness/outputs.ts';
import { killService } from '../harness/process.ts';
import { useRestarts } from '../harness/restarts.ts';
import type { System } from '../harness/system.ts';

let judge: JudgeServer;

beforeAll(async () => {
  judge = await startJudgeServer({ takesMs: 10 });
});

afterAll(() => judge.close());

// Before the system stops, which waits for its calls.
afterEach(() => {
  judge.release();
  judge.mend();
});
const restarts = useRestarts();

async function addRule(system: System): Promise<void> {
  const manager = await system.signIn();
  const rule = { ...JUDGE_RULE, mode: 'shadow' };
  expect((await manager.post('/api/rules', rule)).status).toBe(201);
}

interface Applied {
  readonly shadow: boolean;
  readonly outcome: string;
}

async function outcomesOf(system: System, id: string): Promise<readonly Applied[]> {
  return (await system.automation.get(`/api/logs/${id}`)).body['appliedRules'] as Applied[];
}

test('kill -9 during calls of shadow judges loses no result and creates no second one', async () => {
  const first = await restarts.startProcess(judge.settings);
  await addRule(first);
  const project = uniqueName('Killed');
  judge.hold();
  const ids: string[] = [];
  for (let n = 0; n < 12; n += 1) {
    const output = n % 2 === 0 ? `Output ${n}` : `Output ${n} is rude`;
    const { id, answer } = await submit(first.automation, { project, output, sync: n % 3 === 0 });
    if (n % 3 === 0) expect(answer).toMatchObject({ status: 200, body: { verdict: 'pass' } });
    ids.push(id);
  }
  for (const id of ids) {
    const { body } = await awaitVerdict(first.automation, id);
    expect(body).toMatchObject({ status: 'pass', explanation: 'No rules apply.' });
  }
  // Some calls are in flight, others wait for their turn.
  await eventually(() => expect(judge.working()).toBe(SHADOW_CALLS_MAX), 30_000);

  await killService(first.process, restarts.dataDir, 'all');
  judge.release();
  const system = await restarts.start(judge.settings);

  for (const [n, id] of ids.entries()) {
    const outcome = n % 2 === 0 ? 'passed' : 'failed';
    await eventually(async () => {
      expect(await outcomesOf(system, id)).toMatchObject([{ shadow: true, outcome }]);
    }, 60_000);
    const { body } = await system.automation.get(`/api/logs/${id}/status`);
    expect(body).toMatchObject({ status: 'pass', verdict: 'pass' });
  }
}, 300_000);

test('a judge that is down blocks no caller because of a shadow rule, and is called when it is back', async () => {
  const system = await restarts.start(judge.settings);
  await addRule(system);
  const project = uniqueName('Down');
  judge.fail(503);

  const { id, answer } = await submit(system.automation, { project, output: 'rude', sync: true });

  expect(answer).toMatchObject({ status: 200, body: { verdict: 'pass', status: 'pass' } });
  // After all attempts of a call, a few seconds pass until the next one.
  const asked = judge.received.length;
  await eventually(() => expect(judge.received.length).toBeGreaterThanOrEqual(asked + 2), 30_000);
  expect(await outcomesOf(system, id)).toEqual([]);
  judge.mend();
  await eventually(async () => {
    expect(await outcomesOf(system, id)).toMatchObject([{ shadow: true, outcome: 'failed' }]);
  }, 60_000);
}, 180_000);

/** The default of concurrent judge calls for shadow rules. */
const SHADOW_CALLS_MAX = 4;
