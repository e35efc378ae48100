import { expect, test } from '@jest/globals';
import { generateAssertionKeys } from '@output-review/runtime';
import { eventually } from '@output-review/runtime/testing';

import { startTestGateway, type TestGateway } from '../../test/start-test-gateway.ts';
import { passed, startEvaluatorPeer } from '../../test/submitting/evaluator-peer.ts';
import { neighbourOf } from '../../test/submitting/neighbour-of.ts';
import { openVerdictSeats } from './submitting.ts';

const submission = (id: string, sync = true) => ({ id, project: 'Support', output: 'text', sync });

async function startBesideEvaluator() {
  const assertionKeys = generateAssertionKeys();
  const evaluator = await startEvaluatorPeer(assertionKeys.publicKey);
  const system: TestGateway = await startTestGateway({
    assertionKeys,
    rateLimitPerMinute: 0,
    peers: { evaluator: () => evaluator.url },
  });
  const stop = async (): Promise<void> => {
    await system[Symbol.asyncDispose]();
    await evaluator.stop();
  };
  return { system, evaluator, [Symbol.asyncDispose]: stop };
}

test('leaves a workspace with slow judges to background evaluation, and blocks no other', async () => {
  await using beside = await startBesideEvaluator();
  const { system, evaluator } = beside;
  const { tokenApi } = system;
  const neighbour = await neighbourOf(system);
  const admin = await system.signIn();
  let goOn = (): void => undefined;
  const judging = new Promise<void>((resolve) => (goOn = resolve));
  evaluator.answer = async (event) => {
    if (event.id.startsWith('slow')) await judging;
    return passed(event);
  };
  const slow = Array.from({ length: 120 }, (_, index) =>
    tokenApi.post('/api/logs', submission(`slow-${index}`)),
  );
  await eventually(() => expect(evaluator.asked).toHaveLength(120));

  const late = await tokenApi.post('/api/logs', submission('one-more'));
  const repeated = await tokenApi.post('/api/logs', submission('one-more'));
  const others = await Promise.all([
    tokenApi.post('/api/logs', submission('async', false)),
    neighbour.post('/api/logs', submission('neighbour')),
    admin.get('/api/settings'),
  ]);

  const nothing = { verdict: null, confidenceScore: null, explanation: null };
  expect(late).toMatchObject({ status: 202 });
  expect(late.body).toEqual({ ok: true, id: 'one-more', ...nothing, status: 'pending' });
  expect(repeated.body).toEqual(late.body);
  expect(others.map(({ status }) => status)).toEqual([202, 200, 200]);
  expect(evaluator.asked.map(({ id }) => id)).not.toContain('one-more');

  goOn();
  const answers = await Promise.all(slow);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await tokenApi.post('/api/logs', submission('next'))).toMatchObject({ status: 200 });
});

test('when all seats are taken, another workspace gets none until one is free', () => {
  const seats = openVerdictSeats();
  const ends = ['a', 'b', 'c'].flatMap((workspaceId) =>
    Array.from({ length: 120 }, () => seats.take(workspaceId)),
  );

  expect(() => seats.take('d')).toThrow('Too many submissions wait for a verdict at once.');

  ends[0]?.();
  expect(() => seats.take('d')).not.toThrow();
  expect(() => seats.take('a')).toThrow();
});
