import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { expect, test } from '@jest/globals';
import { SERVICES, type ServiceName } from '@output-review/contracts';
import { type Replica, type Stack, startStack } from '@output-review/native';

import { signIn } from '../harness/client.ts';
import { formatResult } from '../stress/format-result.ts';
import { stress } from '../stress/run-stress.ts';
import { type Balancer, startBalancer } from './balancer.ts';
import { askRepeatedly, type Asking, loadClient } from './clients.ts';
import { HEAD, installRelease, LATEST } from './releases.ts';

// How long two releases of a service run side by side.
const SIDE_BY_SIDE_S = Number(process.env['SIDE_BY_SIDE_S'] ?? '60');
const RATE_PER_SECOND = 10;
// More than are submitted before the test times out.
const OUTPUTS_MAX = 36_000;
const UNLIMITED = '1000000';
// The order required by docs/kubernetes.md and the changelog: a new service must not send what an older review drops.
const ORDER = ['media', 'instructions', 'review', 'evaluator', 'gateway'] as const;

test(
  `upgrading one service at a time from ${LATEST} under load causes no loss and no duplicates`,
  async () => {
    const before = await installRelease(LATEST);
    await using balancers = await startBalancers();
    const dataDir = await mkdtemp(join(tmpdir(), 'output-review-rolling-'));
    const stack = await startStack({
      ...{ dataDir, root: before, env: settingsOf(balancers) },
      replicas: { gateway: 2, evaluator: 2, review: 2, instructions: 2, media: 2 },
    });
    try {
      const { token, email, password, kafka } = stack;
      for (const service of SERVICES) stack.services[service].forEach(balancers.add);
      const { url } = balancers.public;
      const person = await signIn(url, email, password);
      const asking = await Promise.all(
        [before, HEAD].map(async (root) => {
          const Client = await loadClient(root);
          return askRepeatedly(new Client({ baseUrl: url, token }), person);
        }),
      );

      const result = await stress(
        { url, token, email, password, kafka },
        {
          ...{ outputs: OUTPUTS_MAX, ratePerSecond: RATE_PER_SECOND, seed: 5, textsFile: null },
          ...{ print: () => {}, endsWithDisturbance: true },
          disturb: () => roll(stack, balancers, asking),
        },
      );
      const answered = asking.map((each) => each.answered());
      process.stdout.write(`${formatResult({ ...result, killed: new Map() })}\n`);
      process.stdout.write(`approvals by the old and the new client: ${answered.join(', ')}\n`);
      expect(result.violations).toEqual([]);
      expect(result.answered).toBe(result.submitted);
      expect(result.decided).toBeGreaterThan(0);
      // No connection was refused: a replica keeps serving until it gets no more connections.
      expect(result.clients.unanswered).toBe(0);
    } finally {
      await stack.kill();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
  60 * 60_000,
);

/** Replaces the replicas of one service after another by those of this release. */
async function roll(stack: Stack, balancers: Balancers, asking: readonly Asking[]): Promise<void> {
  for (const service of ORDER) {
    const [first, second] = stack.services[service];
    await replace(stack, balancers, first);
    await sideBySide(asking);
    await replace(stack, balancers, second);
  }
  await sideBySide(asking);
  // The checks afterwards need a quiet system.
  for (const each of asking) await each.stop();
}

async function replace(stack: Stack, balancers: Balancers, old?: Replica): Promise<void> {
  if (!old) throw new Error('There are fewer than two replicas');
  balancers.remove(old);
  balancers.add(await stack.replaceReplica(old, HEAD));
}

/** Waits for the given time, and until both clients have had a response meanwhile. */
async function sideBySide(asking: readonly Asking[]): Promise<void> {
  const before = asking.map((each) => each.answered());
  await delay(SIDE_BY_SIDE_S * 1_000);
  while (asking.some((each, index) => each.answered() <= (before[index] ?? 0))) await delay(100);
}

interface Balancers extends AsyncDisposable {
  readonly public: Balancer;
  readonly internal: Readonly<Record<ServiceName, Balancer>>;
  add(replica: Replica): void;
  remove(replica: Replica): void;
}

/** One for the public listeners of the gateways, and one for the internal listeners of each service. */
async function startBalancers(): Promise<Balancers> {
  const entry = await startBalancer();
  const started = await Promise.all(
    SERVICES.map(async (service) => [service, await startBalancer()] as const),
  );
  const internal = Object.fromEntries(started) as Record<ServiceName, Balancer>;
  const each = (what: 'add' | 'remove') => (replica: Replica) => {
    internal[replica.service][what](replica.internalUrl);
    if (replica.publicUrl !== null) entry[what](replica.publicUrl);
  };
  return {
    ...{ public: entry, internal, add: each('add'), remove: each('remove') },
    [Symbol.asyncDispose]: async () => {
      for (const balancer of [entry, ...Object.values(internal)]) {
        await balancer[Symbol.asyncDispose]();
      }
    },
  };
}

function settingsOf({ internal, public: entry }: Balancers): Record<string, string> {
  const urls = SERVICES.map((service) => [`${service.toUpperCase()}_URL`, internal[service].url]);
  return {
    ...(Object.fromEntries(urls) as Record<string, string>),
    ...{ PUBLIC_URL: entry.url, LOG_LEVEL: 'warn' },
    ...{ RATE_LIMIT_PER_MINUTE: UNLIMITED, RATE_LIMIT_READS_PER_MINUTE: UNLIMITED },
    RATE_LIMIT_WRITES_PER_MINUTE: UNLIMITED,
  };
}
