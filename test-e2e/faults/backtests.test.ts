import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@output-review/runtime/testing';

import type { Client, JsonObject } from '../harness/client.ts';
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
afterEach(() => judge.release());
const restarts = useRestarts();

const PATH = '/api/rules/backtests';
const OUTPUTS = 12;

/** Every second output is rude. */
async function submitAll(system: System): Promise<void> {
  const project = uniqueName('Backtested');
  for (let n = 0; n < OUTPUTS; n += 1) {
    const output = n % 2 === 0 ? `Output ${n}` : `Output ${n} is rude`;
    const { id } = await submit(system.automation, { project, output });
    await awaitVerdict(system.automation, id, 60_000);
  }
}

async function start(manager: Client): Promise<string> {
  const answer = await manager.post(PATH, { rule: JUDGE_RULE, max: 100 });
  expect(answer.status).toBe(202);
  return `${PATH}/${String(answer.body['id'])}`;
}

/** Waits until a backtest has the expected fields. */
const until = (manager: Client, path: string, expected: JsonObject): Promise<JsonObject> =>
  eventually(async () => {
    const { body } = await manager.get(path);
    expect(body).toMatchObject(expected);
    return body;
  }, 60_000);

test('a backtest interrupted by kill -9 continues after the next start and counts nothing twice', async () => {
  const first = await restarts.startProcess(judge.settings);
  await submitAll(first);
  // The first batch is judged and the second is in flight.
  const before = judge.received.length;
  judge.hold();
  const manager = await first.signIn();
  const path = await start(manager);
  await eventually(() => expect(judge.received).toHaveLength(before + 4), 60_000);
  judge.release();
  judge.hold();
  await eventually(() => expect(judge.received).toHaveLength(before + 8), 60_000);
  expect((await manager.get(path)).body).toMatchObject({ state: 'running', checked: 4 });

  await killService(first.process, restarts.dataDir, 'all');
  judge.release();
  const second = await restarts.start(judge.settings);

  const after = await second.signIn();
  const half = OUTPUTS / 2;
  await until(after, path, { state: 'done', total: OUTPUTS, checked: OUTPUTS, wouldFail: half });
  const { body } = await after.get(`${path}/flips`);
  const ids = (body['items'] as { id: string }[]).map(({ id }) => id);
  expect(new Set(ids).size).toBe(half);
  expect(body['total']).toBe(half);
}, 300_000);

test('a backtest stops when cancelled while a judge is called, and the next one can start', async () => {
  const system = await restarts.start(judge.settings);
  await submitAll(system);
  const manager = await system.signIn();
  const before = judge.received.length;
  judge.hold();
  const path = await start(manager);
  await eventually(() => expect(judge.received).toHaveLength(before + 4), 60_000);
  expect((await manager.post(PATH, { rule: JUDGE_RULE, max: 100 })).status).toBe(409);

  expect((await manager.delete(path)).status).toBe(200);

  expect((await manager.get(path)).body).toMatchObject({ state: 'cancelled', checked: 0 });
  judge.release();
  await until(manager, await start(manager), { state: 'done', checked: OUTPUTS });
  expect((await manager.get(path)).body).toMatchObject({ state: 'cancelled', checked: 0 });
}, 180_000);
