import { SERVICES, type ServiceName } from '@output-review/contracts';
import { eventually } from '@output-review/runtime/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { awaitVerdict, submit, uniqueName } from '../../harness/outputs.ts';
import { type StackSystem, startStackSystem } from '../../harness/stack-system.ts';

let system: StackSystem;

beforeAll(async () => {
  system = await startStackSystem();
}, 300_000);

afterAll(() => system.stop(), 60_000);

interface Seen {
  readonly status: number;
  readonly checks: Readonly<Record<string, string>>;
}

async function readiness(service: ServiceName): Promise<Seen> {
  const [replica] = system.stack.services[service];
  const answer = await fetch(`${replica?.internalUrl ?? ''}/readyz`);
  const { checks } = (await answer.json()) as Omit<Seen, 'status'>;
  return { status: answer.status, checks };
}

test('services started before their servers report what they wait for, and become ready', async () => {
  const { services, postgres, kafka, redis, store } = system.stack;
  const replicas = SERVICES.flatMap((service) => services[service]);
  await Promise.all(replicas.map((replica) => replica.kill()));
  await Promise.all([postgres, redis, store, ...kafka.nodes].map((server) => server.kill()));

  for (const replica of replicas) await replica.launch();

  for (const service of SERVICES) {
    await eventually(async () => {
      const { status, checks } = await readiness(service);
      expect(status).toBe(503);
      expect(checks['database']).toMatch(/^waiting for PostgreSQL at [^@]+: connection refused$/);
    }, 60_000);
  }

  await postgres.start();
  // Each tolerates the absence of the other servers for a while and reports it.
  await Promise.all(replicas.map((replica) => replica.ready()));
  await eventually(async () => {
    expect((await readiness('gateway')).checks).toMatchObject({
      database: 'ok',
      'rate window': expect.stringMatching(/^degraded: /),
      kafka: expect.stringMatching(/^degraded: /),
    });
    expect((await readiness('media')).checks['object store']).toMatch(/^degraded: /);
  }, 30_000);
  const accepted = await submit(system.automation, { project: uniqueName('Early'), output: 'a' });

  await Promise.all([redis, store, ...kafka.nodes].map((server) => server.start()));
  for (const service of SERVICES) {
    await eventually(async () => {
      const { checks } = await readiness(service);
      expect([service, Object.values(checks).filter((check) => check !== 'ok')]).toEqual([
        service,
        [],
      ]);
    }, 60_000);
  }
  // The output accepted without Kafka was queued.
  const verdict = await awaitVerdict(system.automation, accepted.id, 30_000);
  expect(verdict.body['status']).toBe('pass');
}, 400_000);
