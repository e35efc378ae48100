import { afterAll, beforeAll } from '@jest/globals';
import {
  INTERNAL_OPERATIONS,
  type OutputsEvaluated,
  type OutputsSubmitted,
} from '@output-review/contracts';
import { generateAssertionKeys, implement } from '@output-review/runtime';
import { startPeer } from '@output-review/runtime/testing';

import { judgeRoutes } from '../settings-peers.ts';
import { useTestGateway } from '../start-test-gateway.ts';

export interface EvaluatorPeer {
  readonly url: string;
  /** The submissions that it was asked to evaluate, in order. */
  readonly asked: OutputsSubmitted[];
  /** Answers a submission. A promise that never settles simulates a late evaluator. */
  answer: (submission: OutputsSubmitted) => Promise<OutputsEvaluated>;
  stop(): Promise<void>;
}

/** An evaluator that answers as the test says. */
export async function startEvaluatorPeer(
  assertionPublicKey: string,
  peer: Pick<EvaluatorPeer, 'asked' | 'answer'> = { asked: [], answer: passed },
): Promise<EvaluatorPeer> {
  const listener = await startPeer({
    service: 'evaluator',
    assertions: assertionPublicKey,
    routes: [
      implement(INTERNAL_OPERATIONS.evaluateNow, async ({ body }) => {
        peer.asked.push(body);
        return { status: 200, body: await peer.answer(body) };
      }),
      // It has evaluated nothing in the background.
      implement(INTERNAL_OPERATIONS.lookUpEvaluations, async () => ({
        status: 200,
        body: { evaluations: [] },
      })),
      ...judgeRoutes(),
    ],
  });
  return Object.assign(peer, { url: listener.url, stop: () => listener.close(0) });
}

/** A gateway beside such an evaluator and without other services, for the tests of a file. */
export function useGatewayBesideEvaluator(options: Parameters<typeof useTestGateway>[0]) {
  const assertionKeys = generateAssertionKeys();
  const evaluator = { asked: [], answer: passed, url: '', stop: async () => {} } as EvaluatorPeer;
  beforeAll(() => startEvaluatorPeer(assertionKeys.publicKey, evaluator));
  const nobody = (): string => 'http://127.0.0.1:1';
  const peers = {
    evaluator: () => evaluator.url,
    review: nobody,
    instructions: nobody,
    media: nobody,
  };
  const system = useTestGateway({ assertionKeys, peers, ...options });
  afterAll(() => evaluator.stop());
  return { system, evaluator };
}

export function passed({ workspaceId, id }: OutputsSubmitted): Promise<OutputsEvaluated> {
  return Promise.resolve({
    workspaceId,
    id,
    run: 1,
    evaluatedAt: '2026-01-02T03:04:05.678Z',
    outcome: 'pass',
    confidenceScore: 1,
    explanation: 'All 1 rules passed.',
    appliedRules: [],
  });
}
