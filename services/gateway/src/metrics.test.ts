import { ALL_CONNECTIONS } from '@output-review/runtime/testing';
import { expect, test } from '@jest/globals';

import { useGatewayBesideEvaluator } from '../test/submitting/evaluator-peer.ts';

const { system, evaluator } = useGatewayBesideEvaluator({
  ...ALL_CONNECTIONS,
  rateLimitPerMinute: 5,
});

const submit = (body: object) => system.tokenApi.post('/api/logs', { project: 'Support', ...body });

async function samplesOf(name: string): Promise<string[]> {
  const text = await (await fetch(`${system.gateway.url}/metrics`)).text();
  return text
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`) && !line.endsWith(' 0'))
    .map((line) => line.slice(name.length))
    .sort();
}

test('counts submissions by mode and outcome', async () => {
  await submit({ output: 'text', id: 'one' });
  await submit({ output: 'text', id: 'one' });
  await submit({ output: 'text', sync: true });
  evaluator.answer = () => Promise.reject(new Error('It is broken.'));
  await submit({ output: 'text', sync: true });
  await submit({ output: 'another', id: 'one' });
  await submit({ unknown: true });
  await submit({ output: 'text', id: 'late' });

  expect(await samplesOf('output_review_submissions_total')).toEqual([
    '{mode="async",outcome="accepted"} 1',
    '{mode="async",outcome="rate_limited"} 1',
    '{mode="async",outcome="refused"} 1',
    '{mode="async",outcome="repeated"} 1',
    '{mode="sync",outcome="accepted"} 1',
    '{mode="sync",outcome="evaluated"} 1',
    '{mode="unread",outcome="refused"} 1',
  ]);
});

test('reports where the rate window is counted', async () => {
  expect(await samplesOf('output_review_rate_window_mode')).toEqual(['{mode="memory"} 1']);
});

test('reports the size of its pool', async () => {
  expect(await samplesOf('output_review_database_connections_max')).toEqual([
    '{pool="gateway"} 16',
  ]);
});

test('the public listener has no metrics', async () => {
  const answer = await system.api.get('/metrics');

  expect(answer.status).toBe(404);
});
