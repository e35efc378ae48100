import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { type FileClaimState, INTERNAL_OPERATIONS } from '@output-review/contracts';
import {
  generateAssertionKeys,
  makeAssertionIssuer,
  makeServiceClient,
  systemClock,
} from '@output-review/runtime';
import { silentLog } from '@output-review/runtime/testing';

import type { GatewayOptions, RunningGateway } from '../../src/service.ts';
import { startTestGateway, type TestGateway } from '../start-test-gateway.ts';
import { type EvaluatorPeer, startEvaluatorPeer } from '../submitting/evaluator-peer.ts';
import { type ClaimBody, type MediaPeer, startMediaPeer, takenFiles } from './media-peer.ts';

type FileClaim = Pick<ClaimBody, 'workspaceId' | 'outputId' | 'attempt'>;

export interface FilesGateway extends AsyncDisposable {
  readonly system: TestGateway;
  readonly media: MediaPeer;
  readonly evaluator: EvaluatorPeer;
  /** Asks for the state of claims, as the media service does. */
  settle(claims: readonly FileClaim[], gateway?: RunningGateway): Promise<FileClaimState[]>;
}

/** Starts a gateway with a media service and an evaluator that answer as the test says. */
export async function startFilesGateway(
  change: Partial<GatewayOptions> = {},
): Promise<FilesGateway> {
  const assertionKeys = generateAssertionKeys();
  const media = await startMediaPeer(assertionKeys.publicKey);
  const evaluator = await startEvaluatorPeer(assertionKeys.publicKey);
  const system = await startTestGateway({
    assertionKeys,
    rateLimitPerMinute: 0,
    peers: {
      evaluator: () => evaluator.url,
      instructions: () => 'http://127.0.0.1:1',
      media: () => media.url,
    },
    ...change,
  });
  const issuer = makeAssertionIssuer(assertionKeys.privateKey, systemClock);
  return {
    system,
    media,
    evaluator,
    async settle(claims, { url } = system.gateway) {
      const client = makeServiceClient({ service: 'gateway', baseUrl: () => url, log: silentLog });
      try {
        const { states } = await client.call(INTERNAL_OPERATIONS.settleFileClaims, {
          body: { claims: claims.map(toClaim) },
          assertion: issuer.as({ kind: 'service', service: 'media' }),
        });
        return states;
      } finally {
        await client.close();
      }
    },
    async [Symbol.asyncDispose]() {
      await system[Symbol.asyncDispose]();
      await media.stop();
      await evaluator.stop();
    },
  };
}

/** The same for all tests of a file. Before each test media is reset to accept all files. */
export function useFilesGateway(change: Partial<GatewayOptions> = {}): FilesGateway {
  const gateway = {} as FilesGateway;
  beforeAll(async () => {
    Object.assign(gateway, await startFilesGateway(change));
  });
  beforeEach(() => {
    gateway.media.claim = (body) => Promise.resolve(takenFiles(body));
    gateway.media.confirm = () => Promise.resolve();
  });
  afterAll(async () => {
    await gateway[Symbol.asyncDispose]();
  });
  return gateway;
}

function toClaim({ workspaceId, outputId, attempt }: FileClaim): FileClaim {
  return { workspaceId, outputId, attempt };
}
