import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Database, newId, openDatabase } from '@output-review/runtime';
import {
  asDeadlockVictim,
  createTestDatabase,
  FakeClock,
  silentLog,
  type TestDatabase,
  untilHeldUp,
} from '@output-review/runtime/testing';
import { Client } from 'pg';

import { aSubmission } from '../../test/test-evaluator.ts';
import { evaluationOf } from '../engine/evaluation.ts';
import { judgedMaterialOf } from '../engine/judged-material.ts';
import { MIGRATIONS } from '../migrations/index.ts';
import { ShadowTable } from '../shadow/shadow.sql.ts';
import { JobTable } from './jobs.sql.ts';
import { inKeyOrder, type JudgeJob, makeResult } from './runs.pure.ts';

const CLAIMING = { owner: 'me', leaseMs: 60_000 };
const ALL = { limit: 10, except: [] };

let testDatabase: TestDatabase;
let database: Database;
let table: JobTable;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase({
    ...{ url: testDatabase.urlOf('evaluator'), schema: 'evaluator', log: silentLog, poolMax: 2 },
    ...{ migrations: MIGRATIONS },
  });
  table = new JobTable(database, CLAIMING);
});

afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

const clock = new FakeClock(new Date());

function aJob(): JudgeJob {
  const { workspaceId, id, content } = aSubmission(clock, { workspaceId: newId() });
  const material = judgedMaterialOf(content, []);
  return { workspaceId, id, run: 1, traceparent: null, material, rules: [] };
}

test('a job in hand keeps its claim if its run is requested again at that moment', async () => {
  const job = aJob();
  await table.enqueue({ checks: [], jobs: [job] });
  const [claim] = await table.claimJobs(ALL);
  if (!claim) throw new Error('Nothing was claimed');

  await table.enqueue({ checks: [], jobs: [job] });

  expect(await table.leases.renew([claim])).toHaveLength(1);
  expect(await table.claimJobs(ALL)).toEqual([]);
});

test.each([
  ['attempt', (_job: JudgeJob) => table.leases.free('all')],
  ['run', (job: JudgeJob) => table.enqueue({ checks: [], jobs: [{ ...job, run: 2 }] })],
])(
  'a claim that has ended has no effect on that of the next %s by the same process',
  async (_, end) => {
    const job = aJob();
    await table.enqueue({ checks: [], jobs: [job] });
    const [ended] = await table.claimJobs(ALL);
    await end(job);
    const [next] = await table.claimJobs(ALL);
    if (!ended || !next) throw new Error('Nothing was claimed');
    const result = makeResult(ended, evaluationOf([]), clock.now());

    await table.leases.reschedule(ended, { rules: null, pauseMs: 0, failingForMs: null });

    expect(await table.settle(ended, result)).toBeNull();
    const { run, attempt } = next;
    expect(await table.leases.renew([ended, next])).toMatchObject([{ run, attempt }]);
    expect(await table.settle(next, result)).not.toBeNull();
  },
);

test('leases are renewed in the order in which deletions lock the same outputs', async () => {
  const jobs = inKeyOrder([aJob(), aJob()], (job) => job);
  await table.enqueue({ checks: [], jobs });
  const claims = inKeyOrder(await table.claimJobs(ALL), (job) => job).toReversed();
  const admin = await openDatabase({
    ...{ url: testDatabase.adminUrl, schema: 'evaluator', log: silentLog, poolMax: 1 },
    ...{ migrations: MIGRATIONS },
  });

  const { renewal } = await asDeadlockVictim(admin, async (tx) => {
    const lock = (job?: JudgeJob) =>
      tx.query('SELECT FROM evaluations WHERE output_id = $1 FOR UPDATE', [job?.id]);
    await lock(jobs[0]);
    const renewing = table.leases.renew(claims);
    await untilHeldUp(tx, 1, 'lease_until');
    await lock(jobs[1]);
    return { renewal: renewing };
  });

  expect(await renewal).toHaveLength(2);
  await admin.close();
});

test('a job that another process is claiming is left to it, without waiting', async () => {
  const job = aJob();
  await table.enqueue({ checks: [], jobs: [job] });
  const other = new Client({ connectionString: testDatabase.adminUrl });
  await other.connect();
  await other.query('BEGIN');
  await other.query(
    `UPDATE evaluator.evaluations SET owner = 'other', attempt = 1 WHERE output_id = $1`,
    [job.id],
  );

  expect(await table.claimJobs(ALL)).toEqual([]);

  await other.query('COMMIT');
  await other.end();
});

test('the next job is one of the workspace with the fewest jobs in hand', async () => {
  const { workspaceId } = aJob();
  const jobs = Array.from({ length: 3 }, () => ({ ...aJob(), workspaceId }));
  await table.enqueue({ checks: [], jobs });
  expect(await table.claimJobs({ ...ALL, limit: 2 })).toHaveLength(2);
  const later = aJob();
  await table.enqueue({ checks: [], jobs: [later] });

  const claimed = await new JobTable(database, CLAIMING).claimJobs({ ...ALL, limit: 1 });

  expect(claimed).toMatchObject([{ workspaceId: later.workspaceId }]);
});

test('a shadow run does not replace that of a later run', async () => {
  const { workspaceId, id, content } = aSubmission(clock);
  const shadow = new ShadowTable(database, CLAIMING);
  const ref = { workspaceId, id, traceparent: null };
  const first = { ...ref, run: 1, content, files: [], versionIds: ['v1'] };

  await shadow.keep([{ ...first, run: 2 }]);
  await shadow.keep([first]);

  const { rows } = await database.query('SELECT run FROM shadow_runs WHERE output_id = $1', [id]);
  expect(rows).toEqual([{ run: 2 }]);
});
