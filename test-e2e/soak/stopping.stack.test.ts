import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { type ServiceName, SERVICES } from '@output-review/contracts';
import { eventually } from '@output-review/runtime/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { search, uniqueName } from '../harness/outputs.ts';
import { type StackSystem, startStackSystem } from '../harness/stack-system.ts';
import { CALLERS, startLoad } from '../harness/steady-load.ts';

// The time limit for a shutdown.
const GRACE_MS = 20_000;
const GROWTH = 50;

let system: StackSystem;

beforeAll(async () => {
  system = await startStackSystem();
}, 300_000);

afterAll(() => system.stop(), 60_000);

function logOf(service: ServiceName): Promise<string> {
  return readFile(join(system.dataDir, 'logs', `${service}-1.log`), 'utf8');
}

test('each service drains on a stop under load, loses no request and exits in time', async () => {
  const project = uniqueName('Stopping');
  const load = startLoad({ url: system.url, token: system.token, project });
  await load.growsBy(GROWTH);

  for (const service of SERVICES) {
    const [replica] = system.stack.services[service];
    const begunAt = performance.now();
    await replica?.stop();
    expect([service, performance.now() - begunAt < GRACE_MS]).toEqual([service, true]);
    // The other services work without it; only the gateway is required.
    if (service !== 'gateway') await load.growsBy(10);
    await replica?.start();
    await load.growsBy(GROWTH);
    expect(await logOf(service)).not.toMatch(/shutdown timed out|shutdown was incomplete/);
  }
  const { accepted, unavailable, broken, wrong } = await load.stop();

  expect(wrong).toEqual([]);
  expect(unavailable).toBe(0);
  // Connections waiting in the kernel's backlog when a process closes its listener are reset: they are refused, not
  // lost. Requests taken by the process have been answered.
  expect(broken.size).toBeLessThanOrEqual(CALLERS);
  for (const [id, reason] of broken) {
    const { status } = await system.automation.get(`/api/logs/${id}`);
    expect([id, reason, status]).toEqual([id, reason, 404]);
  }
  const found = { total: accepted.length };
  await eventually(async () => {
    expect(await search(system.automation, { project, limit: '1' })).toMatchObject(found);
    const pending = await search(system.automation, { project, status: 'pending', limit: '1' });
    expect(pending).toMatchObject({ total: 0 });
  }, 60_000);
}, 400_000);
