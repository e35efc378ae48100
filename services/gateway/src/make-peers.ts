import type { ServiceName } from '@output-review/contracts';
import {
  type AssertionIssuer,
  type CloserStack,
  makeAssertionIssuer,
  makeServiceClient,
  type ServiceClient,
} from '@output-review/runtime';

import type { SeenGatewayOptions } from './options.ts';

/** The services that the gateway itself asks, and who says that it is the gateway. */
export interface Peers {
  readonly issuer: AssertionIssuer;
  readonly evaluatorClient: ServiceClient;
  readonly reviewClient: ServiceClient;
  readonly mediaClient: ServiceClient;
  readonly instructionsClient: ServiceClient;
}

interface PeerParts {
  readonly options: SeenGatewayOptions;
  readonly closers: CloserStack;
}

export function makePeers({ options, closers }: PeerParts): Peers {
  const { log, clock, telemetry, assertionKeys, peers } = options;
  const clientOf = (service: Extract<ServiceName, keyof typeof peers>): ServiceClient => {
    const client = makeServiceClient({ service, baseUrl: peers[service], log, telemetry });
    closers.add(`client of ${service}`, () => client.close());
    return client;
  };
  return {
    issuer: makeAssertionIssuer(assertionKeys.privateKey, clock),
    evaluatorClient: clientOf('evaluator'),
    reviewClient: clientOf('review'),
    mediaClient: clientOf('media'),
    instructionsClient: clientOf('instructions'),
  };
}
