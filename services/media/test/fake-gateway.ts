import { type FileClaimState, INTERNAL_OPERATIONS } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { implement } from '@output-review/runtime';
import { type TestAssertions, startPeer } from '@output-review/runtime/testing';

/** A fake of the gateway's operation that reports the state of attempts. */
export interface FakeGateway {
  readonly url: string;
  /** By attempt; others are open. */
  readonly states: Map<string, FileClaimState>;
  /** The attempts in the requests received, in order. */
  readonly asked: string[];
  isAway: boolean;
  close(): Promise<void>;
}

/** Starts the fake, which verifies assertions like the real gateway. */
export async function startFakeGateway({ verifier }: TestAssertions): Promise<FakeGateway> {
  const settle = implement(INTERNAL_OPERATIONS.settleFileClaims, async ({ body }) => {
    if (gateway.isAway) throw new AppError('UNAVAILABLE', 'Its database is away.');
    gateway.asked.push(...body.claims.map(({ attempt }) => attempt));
    const states = body.claims.map(({ attempt }) => gateway.states.get(attempt) ?? 'open');
    return { status: 200, body: { states } };
  });
  const listener = await startPeer({ service: 'gateway', routes: [settle], assertions: verifier });
  const gateway: FakeGateway = {
    ...{ url: listener.url, states: new Map(), asked: [], isAway: false },
    close: () => listener.close(),
  };
  return gateway;
}
