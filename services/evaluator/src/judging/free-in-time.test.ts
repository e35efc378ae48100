import { expect, jest, test } from '@jest/globals';
import type { Database } from '@output-review/runtime';
import { silentLog } from '@output-review/runtime/testing';

import type { Context } from '../context.ts';
import { JobTable } from '../runs/jobs.sql.ts';
import { ShadowTable } from '../shadow/shadow.sql.ts';
import { maintainShadowRuns } from '../shadow/shadow.ts';
import { ActiveLeases } from './active-leases.ts';
import { freeInTime } from './free-in-time.ts';
import { freeExpiredJobs } from './run-job.ts';

/** The statements that the jobs execute in a run this long after the start. */
async function statementsAfter(startedForMs: number): Promise<string[]> {
  const names: string[] = [];
  const query = async ({ name }: { readonly name: string }) => {
    names.push(name);
    return { rows: [] };
  };
  const startedMs = performance.now() - startedForMs;
  const db = { query } as unknown as Database;
  const claiming = { owner: 'me', leaseMs: 1_000 };
  const tables = {
    jobTable: new JobTable(db, claiming),
    shadowTable: new ShadowTable(db, claiming),
  };
  const idle = { activeLeases: new ActiveLeases() };
  const workers = { judgeWorker: idle, checkWorker: idle, shadowWorker: idle };
  const ctx = { db, ...tables, ...workers, log: silentLog, startedMs } as unknown as Context;
  const { signal } = new AbortController();
  await freeExpiredJobs.run(ctx, signal);
  await maintainShadowRuns.run(ctx, signal);
  return names;
}

test('frees nothing right after a start, which may follow an outage', async () => {
  expect(await statementsAfter(0)).toEqual(['ready_shadow_runs']);
});

test('frees expired leases once all replicas had time to renew theirs', async () => {
  expect(await statementsAfter(6_000)).toEqual([
    'free_expired_jobs',
    'free_expired_shadow',
    'ready_shadow_runs',
  ]);
});

test('gives other replicas five seconds after an outage to renew their leases', async () => {
  const done: (string | number)[] = [];
  const timers = jest.spyOn(globalThis, 'setTimeout').mockImplementation(((
    run: () => void,
    ms: number,
  ) => {
    done.push(ms);
    return setImmediate(run);
  }) as unknown as typeof setTimeout);
  let failures = 3;
  const query = async () => {
    failures -= 1;
    if (failures >= 0) throw Object.assign(new Error('gone'), { code: '57P01' });
    done.push('asked');
    return { rows: [] };
  };
  const free = async (): Promise<void> => {
    await query();
    done.push('freed');
  };
  const db = { query } as unknown as Database;
  const { signal } = new AbortController();

  await freeInTime({ db, log: silentLog }, { name: 'test', free }, signal);
  timers.mockRestore();

  expect(done.slice(-4)).toEqual(['asked', 5_000, 'asked', 'freed']);
});
