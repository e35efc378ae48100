import { type CloserStack, makeServiceClient, type ServiceClient } from '@output-review/runtime';

import type { SeenEvaluatorOptions } from '../options.ts';

export interface Clients {
  readonly gateway: ServiceClient;
  readonly review: ServiceClient;
}

export function openClients(
  { peers, log, telemetry }: SeenEvaluatorOptions,
  closers: CloserStack,
): Clients {
  const seen = { log, telemetry };
  const gateway = makeServiceClient({ service: 'gateway', baseUrl: peers.gateway, ...seen });
  const review = makeServiceClient({ service: 'review', baseUrl: peers.review, ...seen });
  closers.add('clients', async () => {
    await Promise.all([gateway.close(), review.close()]);
  });
  return { gateway, review };
}
