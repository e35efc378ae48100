import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { eventually } from '@output-review/runtime/testing';

import { awaitVerdict, search, uniqueName } from '../outputs.ts';
import { killService, type ServiceProcess, startProcess } from '../process.ts';
import { ADMIN, credentials, describeSystem, type System } from '../system.ts';

let dataDir: string;
let running: ServiceProcess | undefined;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'output-review-kill-'));
});

afterEach(async () => {
  running?.kill('SIGINT');
  await running?.exited;
  await rm(dataDir, { recursive: true, force: true });
}, 60_000);

test.each([
  ['all its processes', 'all' as const],
  ['only Node, which orphans the database', 'node' as const],
])(
  'kill -9 of %s loses nothing that was answered, and nothing is evaluated twice',
  async (_, what) => {
    const project = uniqueName('Killed');
    const answered = new Set<string>();
    const evaluatedAt = new Map<string, string>();
    for (let round = 0; round < 3; round += 1) {
      const { system, process } = await start();
      for (const id of answered) evaluatedAt.set(id, await timeOfEvaluation(system, id));
      const before = answered.size;
      const submitting = submitUntilGone(system, { project, round, answered });
      await eventually(() => expect(answered.size).toBeGreaterThan(before), 30_000);
      // Any instant will do; a different one in every round and run.
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 400));
      await killService(process, dataDir, what);
      await submitting;
    }

    const { system } = await start();

    expect(answered.size).toBeGreaterThan(0);
    for (const id of answered) {
      const { body } = await awaitVerdict(system.automation, id, 60_000);
      expect(body).toMatchObject({ id, status: 'pass', verdict: 'pass' });
      // A second evaluation, after any of the restarts, would bear another time.
      const at = await timeOfEvaluation(system, id);
      expect(at).toBe(evaluatedAt.get(id) ?? at);
    }
    // What was on its way but not answered may be there or not; it is whole if it is.
    const found = await search(system.automation, { project });
    expect(Number(found['total'])).toBeGreaterThanOrEqual(answered.size);
    expect(found['summary']).toMatchObject({ successRate: 1, pendingReviews: 0 });
  },
  120_000,
);

test('a lock that a kill left behind does not stop the next start', async () => {
  const first = await start();
  await killService(first.process, dataDir, 'all');

  const { system } = await start();

  expect((await system.automation.get('/api/verify')).status).toBe(200);
}, 60_000);

async function start(): Promise<{ system: System; process: ServiceProcess }> {
  const process = await startProcess({
    PORT: '0',
    DATA_DIR: dataDir,
    RATE_LIMIT_PER_MINUTE: '0',
    LOG_LEVEL: 'warn',
    ...ADMIN,
  });
  running = process;
  return { process, system: describeSystem({ ...credentials(), url: process.url }) };
}

async function timeOfEvaluation(system: System, id: string): Promise<string> {
  await awaitVerdict(system.automation, id, 60_000);
  const { body } = await system.automation.get(`/api/logs/${id}/timeline`);
  const events = body['events'] as { stage: string; at: string }[];
  const evaluated = events.filter(({ stage }) => stage === 'evaluated');
  expect(evaluated).toHaveLength(1);
  return evaluated[0]!.at;
}

interface Batch {
  readonly project: string;
  readonly round: number;
  readonly answered: Set<string>;
}

/** Submits from many connections until the door is gone; notes what was answered. */
async function submitUntilGone(system: System, batch: Batch): Promise<void> {
  const worker = async (_: unknown, index: number): Promise<void> => {
    for (let n = 0; ; n += 1) {
      const id = `r${batch.round}-w${index}-${n}`;
      const body = { project: batch.project, id, output: `Output ${n}`, sync: n % 5 === 0 };
      try {
        const { status } = await system.automation.post('/api/logs', body);
        if (status === 200 || status === 202) batch.answered.add(id);
      } catch {
        return;
      }
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
}
