import { expect, test } from '@jest/globals';
import { silentLog } from '@output-review/runtime/testing';

import type { Context } from '../context.ts';
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
  const ctx = { db: { query }, log: silentLog, startedMs } as unknown as Context;
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
