import { setTimeout as delay } from 'node:timers/promises';

import type { Proxy } from '@output-review/native';
import { expect, test } from '@jest/globals';

import { runIncident } from './stack-incident.ts';

// Source: the issue, "300 ms and 5 % loss between services".
const LATENCY_MS = 300;
const LOST_SHARE = 0.05;
const LOSE_EVERY_MS = 1_000;
const ROUNDS = 60;
const RECOVERED_MS_MAX = 30_000;

test('a slow network that resets connections causes delays, but no loss and no duplicates', async () => {
  const proxied = ['postgres', 'kafka', 'redis', 'store', 'services'] as const;
  const name = '300 ms, 5 % of connections reset each second';
  const result = await runIncident({ name, outputs: 1_200, stack: { proxied } }, async (around) => {
    const { incident, stack } = around;
    const proxies = Object.values(stack.proxies).flat();
    expect(proxies).toHaveLength(9);
    const onAll = (act: (proxy: Proxy) => Promise<void>) => Promise.all(proxies.map(act));

    await onAll((proxy) => proxy.slow(LATENCY_MS));
    incident.begins('slow, with connection resets');
    const reported = incident
      .untilHealth('gateway', ({ status, checks }) => {
        expect([status, checks['rate window']]).toEqual([
          200,
          expect.stringContaining('degraded: counted in'),
        ]);
      })
      .then(() => incident.untilAlert('SubmissionsSlow', 'pending'));
    for (let round = 0; round < ROUNDS; round += 1) {
      await onAll((proxy) => proxy.reset(LOST_SHARE));
      await delay(LOSE_EVERY_MS);
    }
    await reported;

    await onAll((proxy) => proxy.restore());
    incident.begins('restored');
    await incident.untilServed(RECOVERED_MS_MAX);
  });

  expect(result.violations).toEqual([]);
}, 900_000);
