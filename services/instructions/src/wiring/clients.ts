import { type CloserStack, makeServiceClient, type ServiceClient } from '@output-review/runtime';

import type { SeenInstructionsOptions } from '../options.ts';

export interface Clients {
  readonly gateway: ServiceClient;
  readonly evaluator: ServiceClient;
}

export function openClients(
  { peers, log, telemetry }: SeenInstructionsOptions,
  closers: CloserStack,
): Clients {
  const seen = { log, telemetry };
  const gateway = makeServiceClient({ service: 'gateway', baseUrl: peers.gateway, ...seen });
  const evaluator = makeServiceClient({ service: 'evaluator', baseUrl: peers.evaluator, ...seen });
  closers.add('clients', async () => {
    await Promise.all([gateway.close(), evaluator.close()]);
  });
  return { gateway, evaluator };
}
