import { expect, test } from '@jest/globals';
import type { Database } from '@output-review/runtime';
import { silentLog } from '@output-review/runtime/testing';

import { skipTimers } from '../../test/skip-timers.ts';
import type { Context } from '../context.ts';
import { JobTable } from '../runs/jobs.sql.ts';
import { ShadowTable } from '../shadow/shadow.sql.ts';
import { ActiveLeases } from './active-leases.ts';
import { freeExpiredJobs } from './free-expired-jobs.ts';

const FREED = ['free_expired_jobs', 'free_expired_shadow'];

type Query = (statement: string | { readonly name: string }) => Promise<{ readonly rows: [] }>;

/** Runs the job on this database, this long after the start. */
async function runAfter(startedForMs: number, query: Query): Promise<void> {
  const db = { query } as unknown as Database;
  const claiming = { owner: 'me', leaseMs: 1_000 };
  const tables = {
    jobTable: new JobTable(db, claiming),
    shadowTable: new ShadowTable(db, claiming),
  };
  const idle = { activeLeases: new ActiveLeases() };
  const workers = { judgeWorker: idle, checkWorker: idle, shadowWorker: idle };
  const startedMs = performance.now() - startedForMs;
  const ctx = { db, ...tables, ...workers, log: silentLog, startedMs } as unknown as Context;
  await freeExpiredJobs.run(ctx, new AbortController().signal);
}

test.each([
  ['nothing right after a start, which may follow an outage', 0, []],
  ['expired leases once all replicas had time to renew theirs', 6_000, FREED],
])('frees %s', async (_, startedForMs, freed) => {
  const names: string[] = [];

  await runAfter(startedForMs, async (statement) => {
    names.push(typeof statement === 'string' ? statement : statement.name);
    return { rows: [] };
  });

  expect(names).toEqual(freed);
});

test('gives other replicas five seconds after an outage to renew their leases', async () => {
  const done: (string | number)[] = [];
  const timers = skipTimers((ms) => done.push(ms));
  let failures = 3;

  await runAfter(6_000, async (statement) => {
    failures -= 1;
    if (failures >= 0) throw Object.assign(new Error('gone'), { code: '57P01' });
    done.push(typeof statement === 'string' ? statement : statement.name);
    return { rows: [] };
  });
  timers.mockRestore();

  expect(done.slice(-4)).toEqual(['SELECT 1', 5_000, ...FREED]);
});
