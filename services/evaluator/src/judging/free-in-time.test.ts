import { expect, test } from '@jest/globals';
import type { Database } from '@output-review/runtime';
import { silentLog } from '@output-review/runtime/testing';

import type { Context } from '../context.ts';
import { JobTable } from '../runs/jobs.sql.ts';
import { ShadowTable } from '../shadow/shadow.sql.ts';
import { tendShadowRuns } from '../shadow/shadow.ts';
import { freeExpiredJobs } from './run-job.ts';

/** What the jobs ask of the database in a turn so long after the start. */
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
  const ctx = { db, ...tables, log: silentLog, startedMs } as unknown as Context;
  const { signal } = new AbortController();
  await freeExpiredJobs.run(ctx, signal);
  await tendShadowRuns.run(ctx, signal);
  return names;
}

test('a replica that has just started frees nothing: it may come right after an outage', async () => {
  expect(await statementsAfter(0)).toEqual(['ready_shadow_runs']);
});

test('once all had the time to renew their leases, what has expired is freed', async () => {
  expect(await statementsAfter(6_000)).toEqual([
    'free_expired_jobs',
    'free_expired_shadow',
    'ready_shadow_runs',
  ]);
});
